import { expect, test } from "vitest";
import { PLAIN_THEME, type Theme } from "@/lib/domain/theme/theme";
import { splitFieldErrors, toTheme, toThemeFormValues } from "./theme-form-values";

const OWN: Theme = {
  logo: { light: "a1", dark: null },
  colours: {
    brand: "#112233",
    light: { page: "#ffffff", card: null, text: "#000000" },
    dark: { page: null, card: null, text: null },
  },
  font: { asset: "b2", family: "Brand Sans" },
  background: { image: "c3", position: "top" },
  links: { privacy: "https://shop.example/privacy", imprint: null },
  texts: { en: { lineTitle: "Hold on" } },
  arrangement: "wide",
  appearance: "dark",
  template: "d4",
  sources: ["https://cdn.example", "https://fonts.example"],
};

test.each([
  ["one that changes nothing", { ...PLAIN_THEME, sources: [] }],
  ["one that changes everything", OWN],
])("a theme goes through its form unchanged: %s", (_, theme) => {
  expect(toTheme(toThemeFormValues("Mine", theme), { texts: theme.texts })).toEqual(theme);
});

test("what was emptied is as we have it, and lines are taken without what stands around them", () => {
  const values = toThemeFormValues("Mine", OWN);
  const changed = toTheme(
    {
      ...values,
      colours: { ...values.colours, brand: "  " },
      font: { asset: null, family: "Brand Sans" },
      links: { privacy: " https://shop.example/p ", imprint: "" },
      sources: " https://cdn.example \n\n",
    },
    { texts: {} },
  );
  expect(changed).toMatchObject({
    ...{ colours: { brand: null }, font: null, sources: ["https://cdn.example"] },
    links: { privacy: "https://shop.example/p", imprint: null },
  });
});

test("reasons about texts of pages stand apart", () => {
  const refused = {
    "settings.colours.brand": "Enter a colour.",
    "settings.texts.de.lineTitle": "Too long.",
    name: "Enter a name.",
  };
  expect(splitFieldErrors(refused)).toEqual({
    own: { "colours.brand": "Enter a colour.", name: "Enter a name." },
    texts: { "de.lineTitle": "Too long." },
  });
});
