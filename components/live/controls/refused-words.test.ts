import { expect, test } from "vitest";
import { refusedWords } from "./refused-words";

const paused = { isMessagePending: false, messageRefusal: null };

test("a pause whose words were refused keeps its form open, and says that it stands", () => {
  const data = { ...paused, messageRefusal: "50 requests are already pending approval." };
  expect(refusedWords({ ok: true, data })).toEqual({
    ok: false,
    error: {
      code: "message_refused",
      message: "Paused without your message: 50 requests are already pending approval.",
    },
  });
});

test("a pause with its words, or with words that wait, is done", () => {
  const shown = { ok: true, data: paused } as const;
  expect(refusedWords(shown)).toBe(shown);
  const waits = { ok: true, data: { ...paused, isMessagePending: true } } as const;
  expect(refusedWords(waits)).toBe(waits);
});
