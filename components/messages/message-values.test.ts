import { expect, test } from "vitest";
import { EVERYONE, type TargetedMessage } from "@/lib/domain/message/targeted-message";
import { testLanes } from "@/test/lanes";
import {
  atMessageFields,
  audienceOptions,
  describeReach,
  toMessageInput,
  toMessageTexts,
  toMessageValues,
  toSentValues,
} from "./message-values";

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

const VIENNA = "Europe/Vienna";
const sent: TargetedMessage = {
  texts: { en: "Hold on." },
  sentAtMs: 1,
  audience: { kind: "lane", lane: "lane1" },
  fromMs: Date.UTC(2027, 0, 1, 9),
  untilMs: Date.UTC(2027, 0, 1, 10, 0, 30),
};

test("who reads a message, and when, goes through its form unchanged, in the event's time zone", () => {
  expect(toMessageInput(toSentValues(sent, VIENNA))).toEqual({
    ...{ texts: sent.texts, audience: sent.audience },
    ...{ fromLocal: "2027-01-01T10:00", untilLocal: "2027-01-01T11:00:30" },
  });
  const audience = { kind: "before-opening" } as const;
  expect(toMessageInput(toSentValues({ ...sent, audience }, VIENNA)).audience).toEqual(audience);
  expect(toMessageInput(toSentValues(null, VIENNA))).toEqual({
    ...{ texts: {}, audience: EVERYONE, fromLocal: null, untilLocal: null },
  });
});

test("only who can be told apart from the others can be chosen", () => {
  const event = { lanes: testLanes("weighted", 2), draw: null, protection: null, startAt: null };
  const valuesOf = (given: Partial<Parameters<typeof audienceOptions>[0]>) =>
    audienceOptions({ ...event, ...given }, 1_000).map(({ value }) => value);
  expect(valuesOf({})).toEqual(["everyone", "lane:lane0", "lane:lane1"]);
  expect(valuesOf({ lanes: testLanes("ordered", 1) })).toEqual(["everyone"]);
  const startAt = new Date(2_000).toISOString();
  expect(valuesOf({ startAt })).toContain("before-opening");
  expect(valuesOf({ startAt: new Date(1_000).toISOString() })).not.toContain("before-opening");
});

test("who reads it and when is said in words", () => {
  const event = { lanes: testLanes("ordered", 2), timeZone: VIENNA };
  expect(describeReach(sent, event)).toBe(
    "Lane Lane 1, from 1 Jan 2027, 10:00 CET, until 1 Jan 2027, 11:00 CET",
  );
  const always = { audience: EVERYONE, fromMs: null, untilMs: null };
  expect(describeReach({ ...sent, ...always }, event)).toBe("");
});
