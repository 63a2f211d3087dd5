import { expect, test } from "vitest";
import { overviewAlerts, overviewLoss } from "@/components/overview/overview-alerts";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import { liveAlerts } from "./live-alerts";
import { troublesOf } from "./troubles";

const sale = { eventId: "sale", name: "Sale", status: "open" };

type Of = {
  event?: Partial<EventLive["event"]>;
  snapshot?: Partial<NonNullable<EventLive["snapshot"]>>;
  isStale?: boolean;
};

function alertsOf({ event, snapshot, isStale = false }: Of) {
  const shown = {
    event: {
      ...{ status: "open", paused: false, letThrough: false, softBlock: false, pauseMessage: null },
      ...{ opening: null, timeZone: "UTC", outflowInForce: 600, ...event },
      governor: { healthUrl: "https://shop.example/", timeoutMs: 500 },
    },
    snapshot: {
      ...{ nodesAlive: 2, outflowPerMinute: 600, unknownSeats: 0, recovering: false },
      ...{ timeUnknown: false, stock: null, soldOut: false, grants: null, ...snapshot },
    },
    governor: { reason: "slow" },
    standing: { suspension: null, limits: { maxOutflowPerMinute: null } },
  };
  // Only what decides what is wrong.
  const live = shown as unknown as EventLive;
  return liveAlerts({ ...sale, ...event }, troublesOf(live, { isLoaded: true, isStale }));
}

test("a problem has the same key on the live page as on the overview, so that it is heard once", () => {
  const problems = ["recovering", "sold-out", "governed"] as const;
  const ofOverview = overviewAlerts({ troubles: [{ ...sale, problems }] }, false);
  const line = { outflowPerMinute: 100, stock: 0, soldOut: true, recovering: true, nodesAlive: 0 };
  const ofPage = alertsOf({ snapshot: line });
  const keysOf = (alerts: typeof ofPage) => alerts.map(({ key }) => key).sort();
  expect(keysOf(ofPage)).toEqual(keysOf(ofOverview));
  expect(ofPage.map(({ text }) => text)).toContain("Sale: your site is slow");
});

test("without answers, or without the lines, nothing is known; without a server it is known what is wrong", () => {
  const totals = { troubles: [], troubled: 0 };
  const lossOf = (isLost: boolean, isServed: boolean | null) =>
    overviewLoss(isLost, { isServed, totals });
  expect(lossOf(true, null)?.key).toBe("lost");
  expect(lossOf(false, null)?.key).toBe("unserved");
  expect([lossOf(false, false), lossOf(false, true)]).toEqual([null, null]);
});

test("while more events are in trouble than are named, nothing counts as over", () => {
  const troubles = [{ ...sale, problems: ["stale"] as const }];
  const lossOf = (troubled: number) =>
    overviewLoss(false, { isServed: true, totals: { troubles, troubled } });
  expect(lossOf(1)).toBeNull();
  expect(lossOf(2)).toEqual({ key: "many", text: "More than 1 events need attention" });
});

test("what somebody decided, and what only informs, is no problem that begins", () => {
  const decided = { letThrough: true, softBlock: true };
  expect(alertsOf({ event: { ...decided, paused: true }, snapshot: { stock: 12 } })).toEqual([]);
  expect(alertsOf({ event: decided })).toEqual([]);
  expect(alertsOf({ isStale: true })).toEqual([]);
  expect(alertsOf({ event: { status: "draft", opening: { type: "undated" } } })).toEqual([]);
  const problems = ["soft-block"] as const;
  expect(overviewAlerts({ troubles: [{ ...sale, problems }] }, true)).toEqual([]);
});
