import { describe, expect, test } from "vitest";
import { MESSAGE_CHARACTERS } from "./message";
import { messageTextsSchema, urgentMessageSchema, urgentTextsSchema } from "./message-schema";

const long = "x".repeat(MESSAGE_CHARACTERS);

describe("a message", () => {
  test.each([
    ["a line break", "At ten.\nBe there.", "At ten.\nBe there."],
    ["a line break of Windows", "At ten.\r\nBe there.", "At ten.\nBe there."],
    ["other line breaks", "One\rtwo\u2028three\u2029four\u0085five", "One\ntwo\nthree\nfour\nfive"],
    ["many empty lines", "One\n\n\n\ntwo", "One\n\ntwo"],
    ["a tab", "One\ttwo", "One two"],
    ["characters that no one sees", "O\u0000n\u0007e\u009f", "One"],
    ["half of a pair of surrogates", "One\ud83d", "One"],
    ["space around", " \n One \n ", "One"],
    ["a joined emoji and Arabic", "👩‍🚀 مرحبا", "👩‍🚀 مرحبا"],
  ])("with %s is mended", (_what, typed, kept) => {
    expect(messageTextsSchema.parse({ en: typed })).toEqual({ en: kept });
    expect(urgentMessageSchema.parse(typed)).toBe(kept);
    expect(urgentTextsSchema.parse({ de: typed })).toEqual({ de: kept });
  });

  test.each([
    ["nothing", "", /required/],
    ["what no one sees alone", "\u0000\n", /required/],
    ["one character too many", `${long}x`, /At most 300/],
  ])("of %s is refused", (_what, typed, reason) => {
    expect(messageTextsSchema.safeParse({ en: typed }).error?.message).toMatch(reason);
  });
});

describe("the message of an act that must not wait for its words", () => {
  test.each([
    ["nothing", ""],
    ["spaces", "  \n\t "],
    ["what no one sees alone", "\u0000"],
  ])("of %s is none", (_what, typed) => {
    expect(urgentMessageSchema.parse(typed)).toBeNull();
    expect(urgentTextsSchema.parse({ en: typed, de: typed })).toBeNull();
    expect(urgentTextsSchema.parse({ en: typed, de: "Um zehn" })).toEqual({ de: "Um zehn" });
  });

  test("in no language is none", () => expect(urgentTextsSchema.parse({})).toBeNull());

  test.each([
    ["as long as it may be", long, long],
    ["by one too long", `${long}x`, `${"x".repeat(299)}…`],
    ["of ten thousand characters", "x".repeat(10_000), `${"x".repeat(299)}…`],
    ["with a pair of surrogates where it is cut", `${"x".repeat(298)}🚀🚀`, `${"x".repeat(298)}…`],
    ["with a space where it is cut", `${"x".repeat(298)} xyz`, `${"x".repeat(298)}…`],
  ])("%s is kept up to its limit", (_what, typed, kept) => {
    expect(urgentMessageSchema.parse(typed)).toBe(kept);
    expect(urgentMessageSchema.parse(kept)).toBe(kept);
    expect(messageTextsSchema.parse({ en: kept })).toEqual({ en: kept });
  });
});
