import { describe, expect, test } from "vitest";
import { languagesOf, messageIn } from "./message";
import { messageTextsSchema } from "./message-schema";

describe("a message in a language", () => {
  test("is in it, else in the event's, else in the first that it is written in", () => {
    const texts = { de: "Hallo", ja: "こんにちは" };
    expect(messageIn(texts, "ja", "de")).toBe("こんにちは");
    expect(messageIn(texts, "fr", "de")).toBe("Hallo");
    expect(messageIn(texts, null, "ja")).toBe("こんにちは");
    expect(messageIn({ ja: "x", de: "y" }, "fr", "en")).toBe("y");
    expect(messageIn({}, "fr", "en")).toBeNull();
    expect(languagesOf({ ja: "x", de: "y" })).toEqual(["de", "ja"]);
  });
});

describe("what an operator writes", () => {
  test("is plain text in languages that the pages have", () => {
    expect(messageTextsSchema.parse({ en: "  Back at ten  " })).toEqual({ en: "Back at ten" });
    for (const refused of [{}, { xx: "x" }, { en: "" }, { en: "x".repeat(301) }])
      expect(messageTextsSchema.safeParse(refused).success).toBe(false);
  });

  test("is refused at the language where it is wrong", () => {
    const { error } = messageTextsSchema.safeParse({ en: "fine", de: "x".repeat(301) });
    expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["de", "At most 300 characters."],
    ]);
  });
});
