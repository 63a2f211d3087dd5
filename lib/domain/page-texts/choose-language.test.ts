import { describe, expect, test } from "vitest";
import { chooseLanguage, languageOfTag, regionsOf } from "./choose-language";
import { LANGUAGES } from "./languages";

describe("the language of a tag", () => {
  test.each([
    ["en-US", "en"],
    ["de-DE", "de"],
    ["DE_at", "de"],
    ["pt_BR", "pt"],
    ["no", "nb"],
    ["nn-NO", "nb"],
    ["iw", "he"],
    ["iw-IL", "he"],
    ["in", "id"],
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-Hans-HK", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh_HK", "zh-Hant"],
    ["zh-Hant", "zh-Hant"],
    ["yue", "zh-Hant"],
    [" fr-CA ", "fr"],
    ["es-419", "es"],
    ["de-DE-u-co-phonebk", "de"],
  ])("%s is %s", (tag, language) => {
    expect(languageOfTag(tag)).toBe(language);
  });

  test.each(["", "xx", "english", "constructor", "__proto__", "e", "*", "x-klingon", "🦄"])(
    "%j is none that we have",
    (tag) => {
      expect(languageOfTag(tag)).toBeNull();
    },
  );

  test("each built-in language is known by its own tag", () => {
    for (const tag of Object.keys(LANGUAGES)) expect(languageOfTag(tag)).toBe(tag);
  });
});

describe("the language of a visitor", () => {
  const choose = (asked: string | null, acceptLanguage: string | null) =>
    chooseLanguage({ asked, acceptLanguage, default: "pl" });

  test("the link comes before the browser, and the browser before the event", () => {
    expect(choose("de-DE", "fr")).toBe("de");
    expect(choose(null, "fr-CH, fr;q=0.9")).toBe("fr");
    expect(choose(null, null)).toBe("pl");
  });

  test("a link that names a language we do not have leaves it to the browser", () => {
    expect(choose("tlh", "ja")).toBe("ja");
    expect(choose("", "ja")).toBe("ja");
    expect(choose("tlh", "tlh")).toBe("pl");
  });

  test("the browser's wishes count by their quality, and of equals the first", () => {
    expect(choose(null, "en;q=0.3, ko;q=0.8, ja;q=0.8")).toBe("ko");
    expect(choose(null, "sr, cs;q=0.1")).toBe("cs");
    expect(choose(null, "en; Q=0.5, da")).toBe("da");
  });

  test("what is not wanted is not given, and any language means the event's", () => {
    expect(choose(null, "en;q=0, de;q=0.0")).toBe("pl");
    expect(choose(null, "sr, *;q=0.5, en;q=0.4")).toBe("pl");
    expect(choose(null, "en;q=NaN, de;q=2x, fr;q=-1")).toBe("pl");
  });

  test("a header without end is read from its beginning only", () => {
    expect(choose(null, `fi, ${"xx,".repeat(100_000)}`)).toBe("fi");
    expect(choose(null, `${"xx,".repeat(100_000)} fi`)).toBe("pl");
  });
});

test("the regions that a browser names are those that are a language and a region, the dearest first", () => {
  expect(regionsOf("de;q=0.8, en-GB;q=0.5, de-CH;q=0.9, es-419, zh-Hans-CN, x-y")).toEqual([
    "es-419",
    "de-CH",
    "en-GB",
  ]);
});
