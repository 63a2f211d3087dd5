import { describe, expect, test } from "vitest";
import { checkOverride } from "./check-text";

describe("a text that a customer writes", () => {
  test("is taken with the variables and plural forms of its language", () => {
    expect(checkOverride("de", "screen.joinTitle", "Sie stellen sich an")).toBeNull();
    expect(checkOverride("de", "screen.startsAt", "Um {time} geht es los")).toBeNull();
    const polish = {
      one: "{count} osoba, czas {wait}",
      few: "{count} osoby, czas {wait}",
      many: "{count} osób, czas {wait}",
      other: "{count} osoby, czas {wait}",
    };
    expect(checkOverride("pl", "screen.sayAhead", polish)).toBeNull();
    expect(checkOverride("ja", "screen.sayAhead", { other: "前に{count}人、{wait}" })).toBeNull();
  });

  test.each([
    ["an unknown key", "screen.jointitle", "x", "screen.jointitle", /no text with this name/],
    ["a section", "screen", "x", "screen", /no text with this name/],
    ["a name that every object has", "constructor", "x", "constructor", /no text with this name/],
    [
      "an unknown variable",
      "screen.joinTitle",
      "Hi {name}",
      "screen.joinTitle",
      /no variable \{name\}/,
    ],
    ["a lacking variable", "screen.startsAt", "Soon", "screen.startsAt", /\{time\} is missing/],
    ["a variable in other braces", "screen.startsAt", "{time} { x }", "screen.startsAt", /brace/],
    ["an empty text", "screen.joinTitle", "  ", "screen.joinTitle", /required/],
    ["a text without end", "screen.joinTitle", "x".repeat(1_001), "screen.joinTitle", /1000/],
    ["a control character", "screen.joinTitle", "a\u0007b", "screen.joinTitle", /Control/],
    [
      "plural forms without need",
      "screen.joinTitle",
      { other: "x" },
      "screen.joinTitle",
      /Remove the plural/,
    ],
    [
      "words instead of plural forms",
      "screen.updatedMinutes",
      "x",
      "screen.updatedMinutes",
      /every plural form/,
    ],
    ["no text at all", "screen.joinTitle", 7, "screen.joinTitle", /not a text/],
    [
      "a form that is not a text",
      "screen.updatedMinutes",
      { other: 7 },
      "screen.updatedMinutes",
      /“other”/,
    ],
  ])("is refused for %s", (_why, key, text, place, reason) => {
    expect(checkOverride("en", key, text)).toEqual({
      place,
      reason: expect.stringMatching(reason),
    });
  });

  test("is refused with the plural form that is missing or needless", () => {
    const forms = { one: "{count}", other: "{count}" };
    expect(checkOverride("ru", "screen.updatedMinutes", forms)).toEqual({
      place: "screen.updatedMinutes.few",
      reason: "This language requires the plural form “few”.",
    });
    expect(checkOverride("ja", "screen.updatedMinutes", forms)).toEqual({
      place: "screen.updatedMinutes.one",
      reason: "This language has no plural form “one”.",
    });
  });

  test("may leave out the count only where the form stands for one number", () => {
    const arabic = {
      zero: "الآن",
      one: "قبل دقيقة",
      two: "قبل دقيقتين",
      few: "قبل {count} دقائق",
      many: "قبل {count} دقيقة",
      other: "قبل {count} دقيقة",
    };
    expect(checkOverride("ar", "screen.updatedMinutes", arabic)).toBeNull();
    const russian = { one: "минуту", few: "{count}", many: "{count}", other: "{count}" };
    expect(checkOverride("ru", "screen.updatedMinutes", russian)).toEqual({
      place: "screen.updatedMinutes.one",
      reason: "The variable {count} is missing.",
    });
  });
});
