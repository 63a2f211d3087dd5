import { expect, test } from "vitest";
import { NO_DEFERRED } from "@/lib/domain/deferred/deferred-setting";
import { commitmentSchema } from "./commitment";
import { quicknetSource } from "./drand";
import { type DrawnEvent, drawProblem, sourceOfRun } from "./draw-setting";
import { isLottery } from "./is-lottery";

const startAtMs = 1_800_000_000_000;
const WEIGHTED = { lottery: { isWeighted: true }, deferred: NO_DEFERRED };
const event: DrawnEvent = {
  draw: quicknetSource(startAtMs),
  kind: "scheduled",
  startAtMs,
  preQueueMinutes: 15,
  method: "fifo",
  lanes: { mode: "ordered", lanes: [{}] },
};

test("a scheduled event with a pre-queue and one fifo lane can be drawn", () => {
  expect(drawProblem(event)).toBeNull();
  expect(drawProblem({ ...event, draw: { type: "typed", name: "Lottery" } })).toBeNull();
});

test("lanes that share by weight can be chances in the draw", () => {
  const lanes = { mode: "weighted", lanes: [{}, {}] } as const;
  const lottery = { ...event, lanes, protection: WEIGHTED };
  expect(drawProblem(lottery)).toBeNull();
  expect(isLottery(lottery)).toBe(true);
  expect(isLottery({ ...lottery, draw: null })).toBe(false);
  expect(isLottery({ ...lottery, protection: null })).toBe(false);
});

test("without a draw nothing is asked of the event", () => {
  expect(drawProblem({ ...event, draw: null, kind: "always-on", method: "random" })).toBeNull();
});

test.each([
  ["always on", { kind: "always-on" }],
  ["without a pre-queue", { preQueueMinutes: 0 }],
  ["in random order", { method: "random" }],
  ["with two lanes", { lanes: { mode: "weighted", lanes: [{}, {}] } }],
  [
    "with chances for lanes that are ordered",
    {
      lanes: { mode: "ordered", lanes: [{}, {}] },
      protection: WEIGHTED,
    },
  ],
  ["with a round too soon after its start", { startAtMs: startAtMs + 6_000 }],
] as const)("an event %s cannot be drawn", (_, changes) => {
  expect(drawProblem({ ...event, ...changes })).toMatch(/\.$/);
});

test("with drand each run commits to a round of its own, whenever it starts", () => {
  for (const at of [startAtMs, startAtMs + 86_400_000]) {
    const source = sourceOfRun({ type: "drand" }, at);
    const rest = { customerId: "demo", eventId: "sale", runId: "1", secretHash: "0".repeat(64) };
    expect(commitmentSchema.parse({ ...rest, startAtMs: at, source }).source).toEqual(source);
    expect(drawProblem({ ...event, draw: { type: "drand" }, startAtMs: at })).toBeNull();
  }
});
