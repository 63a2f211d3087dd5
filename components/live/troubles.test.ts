import { describe, expect, test } from "vitest";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import { troublesOf } from "./troubles";

type Changes = {
  readonly event?: Partial<EventLive["event"]>;
  readonly snapshot?: Partial<NonNullable<EventLive["snapshot"]>> | null;
  readonly governor?: EventLive["governor"];
  readonly allowed?: number;
};

function live({ event, snapshot, governor = null, allowed }: Changes = {}): EventLive {
  const line = {
    nodesAlive: 2,
    outflowPerMinute: 600,
    unknownSeats: 0,
    stock: null,
    soldOut: false,
    grants: null,
    recovering: false,
    timeUnknown: false,
    ...snapshot,
  };
  const shown = {
    event: {
      status: "open",
      paused: false,
      pauseMessage: null,
      letThrough: false,
      softBlock: false,
      governor: null,
      outflowInForce: 600,
      opening: null,
      timeZone: "UTC",
      ...event,
    },
    snapshot: snapshot === null ? null : line,
    governor,
    standing: { suspension: null, limits: { maxOutflowPerMinute: allowed ?? null } },
  };
  // Only what decides what is wrong.
  return shown as unknown as EventLive;
}

const seen = { isLoaded: true, isStale: false };
const keysOf = (changes: Changes) => troublesOf(live(changes), seen).map(({ key }) => key);

describe("what is wrong", () => {
  test("is nothing with a line that goes as it is set", () => {
    expect(troublesOf(live(), seen)).toEqual([]);
  });

  test("is said all at once, the worst first", () => {
    const changes = {
      event: { paused: true, pauseMessage: "Back at ten.", softBlock: true },
      snapshot: { nodesAlive: 0, recovering: true, grants: 0, stock: 12 },
    };
    const troubles = troublesOf(live(changes), seen);
    expect(troubles.map(({ tone }) => tone)).toEqual([
      "danger",
      "danger",
      "warning",
      "info",
      "info",
      "warning",
    ]);
    expect(troubles.map(({ key }) => key).slice(0, 3)).toEqual(["recovering", "nobody", "paused"]);
  });

  test("is only that they are old, with figures that are old", () => {
    const changes = { snapshot: { recovering: true, nodesAlive: 0 } };
    const troubles = troublesOf(live(changes), { ...seen, isStale: true });
    expect(troubles.map(({ key }) => key)).toEqual(["stale"]);
  });

  test("is the pause, which holds everybody where all were let through", () => {
    expect(keysOf({ event: { letThrough: true } })).toEqual(["let-through"]);
    expect(keysOf({ event: { paused: true, letThrough: true } })).toEqual(["paused"]);
  });

  test("is what the governor holds back, and not what the installation allows", () => {
    const governor = { healthUrl: "https://shop.example/", timeoutMs: 500 };
    const held = { event: { governor }, snapshot: { outflowPerMinute: 100 } };
    expect(keysOf({ ...held, governor: { reason: "slow" } })).toEqual(["governor"]);
    expect(keysOf({ snapshot: { outflowPerMinute: 100 }, allowed: 100 })).toEqual(["allowed"]);
  });

  test("of an event that is not open is when it opens", () => {
    const atMs = Date.parse("2026-05-04T09:00:00.000Z");
    for (const type of ["opens", "unarmed", "missed", "over"] as const) {
      const event = { status: "draft", opening: { type, atMs } } as const;
      expect(keysOf({ event })).toEqual([type]);
      expect(troublesOf(live({ event }), seen)[0]?.says).toContain("4 May 2026, 09:00 UTC");
    }
    const undated = { status: "draft", opening: { type: "undated" } } as const;
    expect(keysOf({ event: undated })).toEqual(["undated"]);
    expect(keysOf({ event: { status: "draft" }, snapshot: null })).toEqual([]);
    expect(keysOf({ snapshot: null })).toEqual(["opening"]);
  });
});
