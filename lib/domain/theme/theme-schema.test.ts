import { describe, expect, test } from "vitest";
import { assetUses, PLAIN_THEME, type Theme } from "./theme";
import { THEME_CHARACTERS_MAX, themeSchema } from "./theme-schema";

const HASH = "0123456789abcdef0123456789abcdef";
const problems = (changes: object) => {
  const read = themeSchema.safeParse({ ...PLAIN_THEME, ...changes });
  return read.success ? [] : read.error.issues.map(({ path }) => path.join("."));
};
const full: Theme = {
  logo: { light: HASH, dark: HASH },
  colours: PLAIN_THEME.colours,
  font: { asset: HASH, family: "Haus Grotesk 2" },
  background: { image: HASH, position: "top" },
  links: {
    privacy: "https://shop.example/privacy?lang=de",
    imprint: "https://shop.example/imprint",
  },
  texts: { de: { "screen.joinTitle": "Gleich geht es los" } },
  arrangement: "wide",
  appearance: "light",
  template: HASH,
};

test("a plain theme and a full one are taken as they are", () => {
  expect(themeSchema.parse(PLAIN_THEME)).toEqual(PLAIN_THEME);
  expect(themeSchema.parse(full)).toEqual(full);
  expect(assetUses(PLAIN_THEME)).toEqual([]);
  expect(assetUses(full).map(({ kind }) => kind)).toEqual([
    "logo",
    "logo",
    "background",
    "font",
    "template",
  ]);
});

describe("what cannot be is refused with its field", () => {
  test.each([
    [
      "a link that is not https",
      { links: { privacy: "http://a.example", imprint: null } },
      "links.privacy",
    ],
    [
      "a script as a link",
      { links: { privacy: null, imprint: "javascript:alert(1)" } },
      "links.imprint",
    ],
    [
      "a password in a link",
      { links: { privacy: "https://a:b@c.example", imprint: null } },
      "links.privacy",
    ],
    [
      "a font name that ends the style",
      { font: { asset: HASH, family: '"}body{' } },
      "font.family",
    ],
    ["a path for a file", { logo: { light: "../../etc/passwd", dark: null } }, "logo.light"],
    ["a logo for dark pages alone", { logo: { light: null, dark: HASH } }, "logo.light"],
    ["an image at the side without an image", { arrangement: "wide" }, "background.image"],
    ["a language that there is not", { texts: { xx: {} } }, "texts.xx"],
    [
      "plural forms without the last",
      { texts: { en: { "screen.a": { one: "x" } } } },
      "texts.en.screen.a",
    ],
    ["a name of an arrangement that there is not", { arrangement: "grid" }, "arrangement"],
    ["a field that there is not", { script: "x" }, ""],
  ])("%s", (_what, changes, field) => expect(problems(changes)).toContain(field));

  test("more texts than a process should keep", () => {
    const long = "x".repeat(2_000);
    const many = Math.ceil(THEME_CHARACTERS_MAX / long.length);
    const en = Object.fromEntries(Array.from({ length: many }, (_, n) => [`screen.t${n}`, long]));
    expect(problems({ texts: { en } })).toEqual(["texts"]);
  });
});
