import { describe, expect, test } from "vitest";
import type { Phase } from "@/lib/domain/phase";
import {
  EVERYONE,
  isRead,
  messageProblem,
  nextTurnMs,
  shownAtMs,
  stageOfMessage,
  type TargetedMessage,
} from "./targeted-message";

const message = (given: Partial<TargetedMessage> = {}): TargetedMessage => ({
  texts: { en: "Hello" },
  sentAtMs: 50,
  audience: EVERYONE,
  fromMs: null,
  untilMs: null,
  ...given,
});

const isReadBy = (given: Partial<TargetedMessage>, phase: Phase, lane?: string, nowMs = 100) =>
  isRead(message(given), { phase, lane, nowMs });

describe("a targeted message", () => {
  test("is there from its first moment until just before its last", () => {
    const timed = { fromMs: 100, untilMs: 200 };
    const read = [99, 100, 199, 200].map((nowMs) => isReadBy(timed, "queueing", undefined, nowMs));
    expect(read).toEqual([false, true, true, false]);
    const turns = [99, 100, 199, 200].map((nowMs) => nextTurnMs(message(timed), nowMs));
    expect(turns).toEqual([100, 200, 200, null]);
    expect(shownAtMs(message(timed))).toBe(100);
    expect(shownAtMs(message({ ...timed, sentAtMs: 150 }))).toBe(150);
    expect(nextTurnMs(message(), 1)).toBeNull();
  });

  test("to a lane is read by those who hold a place in it", () => {
    const audience = { kind: "lane", lane: "fans" } as const;
    expect(isReadBy({ audience }, "queueing", "fans")).toBe(true);
    expect(isReadBy({ audience }, "pre-queue", "fans")).toBe(true);
    expect(isReadBy({ audience }, "queueing", "main")).toBe(false);
    expect(isReadBy({ audience }, "queueing")).toBe(false);
  });

  test("for the time before the opening ends with it", () => {
    const audience = { kind: "before-opening" } as const;
    const phases = ["before", "pre-queue", "drawing", "running", "queueing", "dormant"] as const;
    expect(phases.filter((phase) => isReadBy({ audience }, phase))).toEqual([
      "before",
      "pre-queue",
    ]);
    expect(stageOfMessage(message({ audience }), 100, 99)).toBe("shown");
    expect(stageOfMessage(message({ audience }), 100, 100)).toBe("over");
  });

  test("is to come, shown, and over", () => {
    const timed = message({ fromMs: 100, untilMs: 200 });
    const stages = [99, 100, 200].map((nowMs) => stageOfMessage(timed, null, nowMs));
    expect(stages).toEqual(["scheduled", "shown", "over"]);
    expect(stageOfMessage(message(), 100, 999)).toBe("shown");
  });
});

describe("a message that nobody would read is refused at", () => {
  const event = { lanes: ["fans", "main"], startAtMs: 500, endAtMs: 900 };
  const before = { kind: "before-opening" } as const;
  test.each([
    ["audience", { audience: { kind: "lane", lane: "vip" } }, event, 100],
    ["audience", { audience: before }, event, 500],
    ["audience", { audience: before }, { ...event, startAtMs: null }, 100],
    ["fromLocal", { audience: before, fromMs: 500 }, event, 100],
    ["fromLocal", { fromMs: 900 }, event, 100],
    ["untilLocal", { untilMs: 100 }, event, 100],
    ["untilLocal", { fromMs: 300, untilMs: 300 }, event, 100],
  ] as const)("%s: %j", (field, given, of, nowMs) => {
    expect(messageProblem(message(given), of, nowMs)?.field).toBe(field);
  });

  test.each([
    {},
    { audience: { kind: "lane", lane: "fans" } },
    { audience: before, fromMs: 499 },
    { fromMs: 899, untilMs: 1_000 },
  ] as const)("no field: %j", (given) => {
    expect(messageProblem(message(given), event, 100)).toBeNull();
  });
});
