import { describe, expect, test } from "vitest";
import type { PublicLine } from "@/lib/domain/line/public-line";
import en from "@/lib/domain/page-texts/languages/en.json";
import { publicLineOf } from "@/test/public-line";
import type { Answer, Step } from "./answer";
import { hear } from "./hear";
import { screenOf } from "./screen-of";
import { sentenceOf, titleOf, updatedText } from "./spoken";
import { newVisitor, type Visitor } from "./visitor";
import { wordsIn } from "./words";

const WORDS = wordsIn("en", en.screen);

const PAGE = { runId: 1, placed: false, joinable: true };
const FAILED = { kind: "failed", status: 0, code: "", retryAfterMs: 0 } as const;

const told = (visitor: Visitor, step: Step, answer: Answer, atMs = 0) =>
  hear(visitor, { step, answer, atMs, random: 0.5 });
const inLine = (number: number, changes: Partial<PublicLine> = {}) =>
  told(newVisitor(PAGE, 0), "join", {
    kind: "waiting",
    turn: false,
    number,
    line: publicLineOf(changes),
  });
const seen = (visitor: Visitor, atMs = 0) => screenOf(visitor, atMs, WORDS);

test.each([
  ["join", newVisitor(PAGE, 0)],
  ["waiting", inLine(4_000)],
  ["near", inLine(1_100)],
  ["turn", inLine(900)],
  ["paused", inLine(4_000, { paused: true })],
  ["kept", inLine(4_000, { stale: true })],
  ["pre-queue", inLine(4_000, { phase: "pre-queue", startAt: 1_060_000 })],
  ["ended", inLine(4_000, { phase: "ended" })],
  ["ended", inLine(4_000, { phase: "stopped" })],
  ["full", told(newVisitor(PAGE, 0), "join", { kind: "full", retryAfterMs: 1 })],
  ["inside", told(inLine(900), "enter", { kind: "inside", pageUrl: "/?c=demo" })],
  ["used", told(inLine(900), "enter", { kind: "used" })],
  ["again", told(inLine(900), "enter", { kind: "spent" })],
  ["cookies", told(inLine(4_000), "status", { kind: "none" })],
  ["offline", told(told(inLine(4_000), "line", FAILED), "line", FAILED)],
] as const)("a visitor sees %s", (name, visitor) => {
  expect(seen(visitor).name).toBe(name);
});

test("a place shows its number, how many are ahead and an honest range", () => {
  expect(seen(inLine(4_001))).toMatchObject({
    figure: "3,000",
    number: "4,001",
    wait: "2–3 minutes",
    progress: 0,
  });
});

test("numbers that nobody holds are not counted", () => {
  expect(seen(inLine(4_001, { holes: [[2_000, 3_999]] })).figure).toBe("1,000");
});

test("one lost request is no news", () => {
  expect(seen(told(inLine(4_000), "line", FAILED)).name).toBe("waiting");
});

test("whoever is offline still sees their place", () => {
  const lost = told(told(inLine(4_001), "line", FAILED), "line", FAILED);
  expect(seen(lost)).toMatchObject({
    figure: "3,000",
    number: "4,001",
    headline: "Your place is kept",
  });
  expect(updatedText(lost, 9_000, WORDS)).toBe(WORDS.texts.lost);
});

test("the last in front is next", () => {
  expect(seen(inLine(1_001)).headline).toBe(WORDS.texts.nextTitle);
});

test("the operator's own words are shown", () => {
  expect(seen(inLine(4_000, { paused: true, message: "Back at noon" })).message).toBe(
    "Back at noon",
  );
});

describe("the countdown", () => {
  const page = { ...PAGE, joinable: false };
  const line = publicLineOf({ phase: "before", startAt: 1_754_000 });
  const visitor = told(newVisitor(page, 0), "line", { kind: "line", line }, 50_000);

  test("runs by line time, whatever the device's clock says", () => {
    expect(seen(visitor, 50_000).figure).toBe("12:34");
    expect(seen(visitor, 60_000).figure).toBe("12:24");
  });

  test("believes the freshest copy of the line, not the latest to arrive", () => {
    const late = told(visitor, "line", { kind: "line", line: { ...line, now: 1_001_000 } }, 60_000);
    expect(seen(late, 60_000).figure).toBe("12:24");
  });

  test("never goes below zero", () => {
    expect(seen(visitor, 5_000_000).figure).toBe(WORDS.texts.soon);
  });
});

test("the title shows the place", () => {
  expect(titleOf(seen(inLine(4_001)), "Sale", WORDS)).toBe("3,000 ahead · Sale");
  expect(titleOf(seen(inLine(900)), "Sale", WORDS)).toBe("It’s your turn · Sale");
});

test("a screen reader hears the place in one sentence", () => {
  expect(sentenceOf(seen(inLine(4_001)), WORDS)).toBe(
    "You are in line. 3,000 people ahead of you. Expected wait: 2–3 minutes.",
  );
});

test.each([
  [900, "Updated just now"],
  [2_000, "Updated 2 seconds ago"],
  [125_000, "Updated 2 minutes ago"],
])("after %d ms the news is %j", (atMs, expected) => {
  expect(updatedText(inLine(4_000), atMs, WORDS)).toBe(expected);
});
