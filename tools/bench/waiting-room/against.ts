import type { EventSettings } from "@/lib/domain/event/settings";
import type { BenchContext } from "../harness/benchmark";
import { openEvent, publishCustomer } from "../harness/events";
import { alternateHeld } from "../harness/held-load";
import { alternate, median, medianRatio } from "../harness/medians";
import type { OtherBuild } from "../harness/other-build";
import { timeStart } from "../harness/process-figures";
import type { Comparison } from "../harness/ratios";
import { findWrk, type RawRequest } from "../harness/saturate";
import { type BenchServers, type RoomService, withServers } from "../harness/servers";
import { visitorRequests } from "../harness/visitor-requests";
import { CALLED, CHECKING_IN, JOINING, UNLIMITED_OUTFLOW, WAITING } from "./crowds";

/** One start of a program differs from the next by up to a sixth. */
const STARTS = 4;
const TIMED_STARTS = 9;
const SIDES = ["ours", "theirs"] as const;
type Side = (typeof SIDES)[number];
/** The other commit may be of a time when events had none, and would look for its line under another key. */
const INCARNATION_OF = { ours: {}, theirs: { incarnation: null } } as const;
const ROUTES = ["line", "status", "join", "enter"] as const;
type Route = (typeof ROUTES)[number];

/** Turns of a quarter of a second: a machine's speed changes more slowly than that. */
const TURNS = { holds: "generators", rounds: 12, settleMs: 50, windowMs: 250 } as const;
/** Until V8 has compiled what a load runs through: for an entry some 50,000 have to go by. */
const WARM_UP_MS: Readonly<Record<Route, number>> = {
  line: 1_500,
  status: 1_500,
  join: 3_000,
  enter: 6_000,
};
/** More than enter in one start; each number enters once. */
const ENTERING = 160_000;

type Compared = { readonly perSecond: number; readonly microseconds: number };

/** One process of each build, the same load on both in turn. */
export async function compareRooms(other: OtherBuild, context: BenchContext): Promise<Comparison> {
  const { say } = context;
  const wrk = findWrk(say);
  return withServers(context, async (servers) => {
    const rooms = {
      ours: await servers.describeRoom("ours", 1),
      theirs: await servers.describeOtherRoom(other, "theirs"),
    };
    const requestsOf = await prepareRequests(servers);
    const compared = eachRoute((): Compared[] => []);
    for (let start = 1; start <= STARTS; start += 1) {
      say(`Measuring ${ROUTES.join(", ")} in turn after start ${start} of ${STARTS}`);
      const running = eachSide(rooms, (room) => servers.run(room));
      const [ours, theirs] = [await running.ours, await running.theirs];
      for (const route of ROUTES) {
        const turns = { ...TURNS, resumeMs: WARM_UP_MS[route] };
        const targets = {
          ours: { ...ours, requests: requestsOf("ours", route) },
          theirs: { ...theirs, requests: requestsOf("theirs", route) },
        };
        const loads = await alternateHeld(wrk, targets, turns);
        compared[route].push({
          perSecond: ratioOf(loads, ({ perSecond }) => perSecond),
          microseconds: ratioOf(loads, ({ processorMicroseconds }) => processorMicroseconds),
        });
      }
      await Promise.all([servers.stop(ours), servers.stop(theirs)]);
    }
    const ratios: Record<string, number> = {};
    for (const route of ROUTES) {
      ratios[`${route}PerSecond`] = median(compared[route].map(({ perSecond }) => perSecond));
      ratios[`${route}Microseconds`] = median(compared[route].map((one) => one.microseconds));
    }
    return { ratios: { ...ratios, ...(await compareStarts(rooms)) }, tolerance: 0.1 };
  });
}

function ratioOf<Load>(
  loads: Readonly<Record<Side, readonly Load[]>>,
  figure: (load: Load) => number,
): number {
  return medianRatio(loads.ours.map(figure), loads.theirs.map(figure));
}

/** How long each takes until it listens, and its memory then. */
async function compareStarts({ ours, theirs }: Readonly<Record<Side, RoomService>>) {
  const starts = await alternate(TIMED_STARTS, {
    ours: () => timeStart(ours.service),
    theirs: () => timeStart(theirs.service),
  });
  return {
    startMilliseconds: ratioOf(starts, ({ milliseconds }) => milliseconds),
    startMegabytes: ratioOf(starts, ({ megabytes }) => megabytes),
  };
}

/** Two events for each side, so that neither finds work done by the other. */
async function prepareRequests({ redis, master }: BenchServers) {
  await publishCustomer(redis, master);
  const requests = visitorRequests(master);
  const busy = new Map<Side, EventSettings>();
  const entering = new Map<Side, EventSettings>();
  for (const side of SIDES) {
    const line = { ...INCARNATION_OF[side], outflowPerMinute: 600, waiting: WAITING };
    busy.set(side, await openEvent(redis, { ...line, eventId: `busy${side}` }));
    const fast = { ...line, outflowPerMinute: UNLIMITED_OUTFLOW, called: CALLED };
    entering.set(side, await openEvent(redis, { ...fast, eventId: `entering${side}` }));
  }
  const entered: Record<Side, number> = { ours: 0, theirs: 0 };
  return (side: Side, route: Route): readonly RawRequest[] => {
    const event = (route === "enter" ? entering : busy).get(side);
    if (event === undefined) throw new Error(`There is no event for ${side}.`);
    switch (route) {
      case "line":
        return [requests.lineJson(event)];
      case "status":
        return many(CHECKING_IN.count, (index) =>
          requests.checkIn(event, CHECKING_IN.from + index),
        );
      case "join":
        return many(JOINING, () => requests.join(event));
      case "enter":
        entered[side] += ENTERING;
        return many(ENTERING, (index) =>
          requests.enter(event, entered[side] - ENTERING + index + 1),
        );
    }
  };
}

function many(count: number, make: (index: number) => RawRequest): RawRequest[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function eachRoute<Result>(of: (route: Route) => Result): Record<Route, Result> {
  return { line: of("line"), status: of("status"), join: of("join"), enter: of("enter") };
}

function eachSide<Given, Result>(
  given: Readonly<Record<Side, Given>>,
  of: (value: Given) => Result,
): Record<Side, Result> {
  return { ours: of(given.ours), theirs: of(given.theirs) };
}
