import { expect, test } from "vitest";
import { atMessageFields, toMessageTexts, toMessageValues } from "./message-values";

test("a message goes through its form unchanged, in the languages in which it was written", () => {
  const texts = { en: "Hold on.", de: "Gleich geht es weiter." };
  expect(toMessageTexts(toMessageValues(texts))).toEqual(texts);
});

test("spaces are no text, and where nothing is written there is no message", () => {
  const { texts } = toMessageValues({ en: " Hold on. ", de: "  " });
  expect(toMessageTexts({ texts })).toEqual({ en: "Hold on." });
  expect(toMessageTexts(toMessageValues({}))).toBeNull();
});

test("reasons stand at the text of their language", () => {
  const fields = { "pauseMessages.de": "Too long.", eventId: "No such event." };
  const error = { code: "invalid_input", message: "Check the fields.", fields } as const;
  expect(atMessageFields({ ok: false, error }, "pauseMessages")).toMatchObject({
    error: { fields: { "texts.de": "Too long.", eventId: "No such event." } },
  });
});
