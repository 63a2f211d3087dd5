import { expect, test } from "vitest";
import { localeOf } from "./locale";

test.each([
  [["de-CH", "en"], "de", "de-CH"],
  [["en-US", "pt-PT", "pt-BR"], "pt", "pt-PT"],
  [["en", "en-GB"], "en", "en"],
  [["fil-PH"], "fi", "fi"],
  [["zh-CN"], "zh-Hant", "zh-Hant"],
  [["nn-NO"], "nb", "nb"],
  [[], "fr", "fr"],
])("of %j the region for %s is that of %s", (tags, language, locale) => {
  expect(localeOf(tags, language)).toBe(locale);
});
