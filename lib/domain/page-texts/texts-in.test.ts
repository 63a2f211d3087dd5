import { describe, expect, test } from "vitest";
import { flatTexts, nestedTexts } from "./key-paths";
import { ENGLISH, type Overrides, textsIn } from "./texts-in";

describe("the texts of a language", () => {
  test("customer ID's own words replace the built-in ones of that language alone", () => {
    const overrides: Overrides = {
      de: { "screen.joinTitle": "Gleich geht es los", "messages.sold-out.headline": "Weg" },
    };
    const german = textsIn("de", overrides);
    expect(german.screen.joinTitle).toBe("Gleich geht es los");
    expect(german.messages["sold-out"].headline).toBe("Weg");
    expect(german.screen.lineTitle).toBe(textsIn("de").screen.lineTitle);
    expect(textsIn("en", overrides)).toBe(textsIn("en"));
  });

  test("the same customer's texts are made once", () => {
    const overrides: Overrides = { de: { "screen.joinTitle": "x" } };
    expect(textsIn("de", overrides)).toBe(textsIn("de", overrides));
    expect(textsIn("de", { ...overrides })).not.toBe(textsIn("de", overrides));
  });

  test("an override that no text has the name of adds nothing", () => {
    const texts = textsIn("de", { de: { "screen.none": "x", __proto__: "y", "a.b": "z" } });
    expect([...flatTexts(texts).keys()]).toEqual([...ENGLISH.keys()]);
  });

  test("flat and nested texts are the same texts", () => {
    expect(nestedTexts(ENGLISH)).toEqual(textsIn("en"));
    expect(() => flatTexts({ a: { b: 1 } })).toThrow(/a\.b/);
  });
});
