import { expect, test } from "vitest";
import { choicesOf, contrastWords, pageWords } from "./website-choices";

const colour = (of: string) => ({ colour: of, from: "theme-color" });

test("every colour can be the brand's; only what text stands out from can be a page", () => {
  const colours = [colour("#0a32fc"), colour("#fff8f0"), colour("#101418")];
  const logo = { from: "icon", use: "logo", contentType: "image/png", base64: "AA" } as const;
  const background = { ...logo, use: "background" } as const;
  expect(choicesOf({ colours, pictures: [logo, background] })).toEqual({
    brand: colours,
    light: [colours[1]],
    dark: [colours[2]],
    logo: [logo],
    background: [background],
  });
});

test("the contrast is said with what a colour that is too weak is shown as", () => {
  expect(contrastWords("#0a32fc")).toMatch(
    /^Contrast 7\.\d on light pages; 2\.\d on dark pages, shown as #[0-9a-f]{6}\.$/,
  );
  expect(contrastWords("#ffee00")).toMatch(
    /^Contrast 1\.2 on light pages, shown as #[0-9a-f]{6}; 1\d\.\d on dark pages\.$/,
  );
  expect(pageWords("#fff8f0", "light")).toBe("Contrast 16.8 with the text.");
});
