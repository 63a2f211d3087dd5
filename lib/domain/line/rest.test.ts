import { describe, expect, test } from "vitest";
import { testSettings } from "@/test/line";
import { isAtRest, type RestingLine } from "./rest";

const NOW_MS = 10_000_000;
const SPAN = { fromMs: NOW_MS, untilMs: NOW_MS + 3_000 };
const LINE: RestingLine = {
  settingsVersion: 3,
  losses: 0,
  joined: 40,
  admitted: 12,
  admittedOutsideCap: 1,
  outflowPerMinute: 60,
  stock: 100,
  soldOut: 0,
  grants: null,
  waiting: 27,
  drawOpensAtMs: 0,
  lanes: [{ servingNumber: 15 }, { servingNumber: 4 }],
};
const scheduled = (startAtMs: number, endAtMs: number | null = null) =>
  testSettings({ kind: "scheduled", startAtMs, preQueueMinutes: 1, endAtMs });

test("a line that has stayed as it was is at rest", () => {
  expect(isAtRest(testSettings(), { before: LINE, now: { ...LINE } }, SPAN)).toBe(true);
});

test("who waits and checks in moves nothing", () => {
  const now = { ...LINE, waiting: LINE.waiting - 1 };
  expect(isAtRest(testSettings(), { before: LINE, now }, SPAN)).toBe(true);
});

describe("a line is not at rest", () => {
  const changes: Partial<RestingLine>[] = [
    { settingsVersion: 4 },
    { losses: 1 },
    { joined: 41 },
    { admitted: 13 },
    { admittedOutsideCap: 2 },
    { outflowPerMinute: 30 },
    { stock: 99 },
    { grants: 5 },
    { lanes: [{ servingNumber: 15 }, { servingNumber: 5 }] },
    { lanes: [{ servingNumber: 15 }] },
  ];
  test.each(changes)("that has changed by %j", (change) => {
    const now = { ...LINE, ...change };
    const looks = change.lanes?.length === 1 ? { before: now, now: LINE } : { before: LINE, now };
    expect(isAtRest(testSettings(), looks, SPAN)).toBe(false);
  });

  test("in random order, whose chances change by the clock", () => {
    const settings = testSettings({ method: "random" });
    expect(isAtRest(settings, { before: LINE, now: LINE }, SPAN)).toBe(false);
  });

  test("while its draw goes on", () => {
    const draw = { hash: "", publicKey: "", commitment: "" } as never;
    const settings = { ...scheduled(NOW_MS - 60_000), draw };
    const before = { ...LINE, drawOpensAtMs: NOW_MS - 1 };
    expect(isAtRest(settings, { before, now: before }, SPAN)).toBe(true);
    expect(isAtRest(settings, { before: LINE, now: LINE }, SPAN)).toBe(false);
  });

  test.each([
    ["its pre-queue begins", scheduled(SPAN.untilMs + 60_000)],
    ["it starts", scheduled(SPAN.untilMs)],
    ["it ends", scheduled(0, SPAN.untilMs)],
  ])("when %s in that time", (_, settings) => {
    expect(isAtRest(settings, { before: LINE, now: LINE }, SPAN)).toBe(false);
    const earlier = { fromMs: SPAN.fromMs - 1, untilMs: SPAN.untilMs - 1 };
    expect(isAtRest(settings, { before: LINE, now: LINE }, earlier)).toBe(true);
  });
});
