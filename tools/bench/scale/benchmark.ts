import type { Redis } from "ioredis";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { Figures } from "@/tools/shared/bars";
import type { Benchmark } from "../harness/benchmark";
import { openEvent, publishCustomer } from "../harness/events";
import { alternateHeld, type Turns } from "../harness/held-load";
import { type MeasuredLoad, measureLoad } from "../harness/measure-load";
import { alternate, median, medianRatio } from "../harness/medians";
import { findWrk, type RawRequest, type Target } from "../harness/saturate";
import { type BenchServers, type RunningServer, withServers } from "../harness/servers";
import { visitorRequests } from "../harness/visitor-requests";

/** One start of the same program differs from the next by up to a sixth. */
const STARTS = 3;
const WARM_UP_SECONDS = 4;
/** Two processes differ from start to start more than from round to round. */
const PROCESSES_STARTS = 8;
const PROCESSES_ROUNDS = 6;
const PROCESSES_SECONDS = 1;
const REQUESTS = 5_000;
const EVENTS = 1_000;
const WAITING = 100_000;

/**
 * A room that stood still refreshes at once what was due meanwhile, and hears of all lines again when that
 * was for seconds: neither counts. What counts lasts as long as two steps of its refreshing.
 */
const EVENTS_TURNS: Turns = {
  holds: "servers",
  rounds: 100,
  resumeMs: 1_000,
  settleMs: 30,
  windowMs: 100,
};
/** Where no bar hangs on the figure. */
const FEW_ROUNDS = 20;
/** What is due of a thousand events takes Redis a quarter of a second. */
const MANY_EVENTS_TURNS: Turns = {
  holds: "servers",
  rounds: 30,
  resumeMs: 3_000,
  settleMs: 250,
  windowMs: 250,
};
/** All lines are of one room, which goes on. */
const LINES_TURNS: Turns = {
  holds: "generators",
  rounds: 60,
  resumeMs: 500,
  settleMs: 30,
  windowMs: 100,
};

type World = {
  readonly servers: BenchServers;
  readonly wrk: string;
  readonly checkIns: (events: readonly EventSettings[], waiting: number) => RawRequest[];
};

/** How check-ins grow with processes, with events, and with how many wait. */
export const scale: Benchmark = {
  about: "check-ins with more processes, more events and more people in line",
  async measure(context) {
    return withServers(context, async (servers) => {
      await publishCustomer(servers.redis, servers.master);
      const world = { servers, wrk: findWrk(context.say), checkIns: checkInsOf(servers) };
      const events = await openEvents(servers);
      context.say("Measuring 1 and 2 processes");
      const byProcesses = await measureProcesses(world, events.slice(0, 1));
      context.say("Measuring 1, 10, 100 and 1,000 events");
      const byEvents = await measureEvents(world, events);
      context.say("Measuring 1,000 to 1,000,000 in line");
      return { ...byProcesses, ...byEvents, ...(await measureWaiting(world)) };
    });
  },
};

function checkInsOf({ master }: BenchServers): World["checkIns"] {
  const requests = visitorRequests(master);
  // The second half, which is not called while the benchmark lasts.
  return (events, waiting) =>
    Array.from({ length: REQUESTS }, (_, index) => {
      const event = events[index % events.length];
      if (event === undefined) throw new Error("There is no event.");
      return requests.checkIn(event, Math.floor(waiting * (0.5 + index / REQUESTS / 2)));
    });
}

async function openEvents({ redis }: BenchServers): Promise<EventSettings[]> {
  const events: EventSettings[] = [];
  for (let index = 0; index < EVENTS; index += 1)
    events.push(await openLine(redis, `event${index}`, WAITING));
  return events;
}

/**
 * An event whose front is there, as it is where people wait: a line that all in front have left moves on as
 * fast as it may, and has news for everybody twice a second.
 */
function openLine(redis: Redis, eventId: string, waiting: number): Promise<EventSettings> {
  return openEvent(redis, { eventId, outflowPerMinute: 60, waiting, present: waiting / 2 });
}

type RoomTarget = RunningServer & Target;

/** A room that has warmed up and stands still. */
async function startHeld(
  { servers, wrk }: World,
  name: string,
  requests: readonly RawRequest[],
): Promise<RoomTarget> {
  const running = await servers.run(await servers.describeRoom(name, 1));
  const target = { ...running, requests };
  await measureLoad(wrk, target, WARM_UP_SECONDS);
  process.kill(-target.processId, "SIGSTOP");
  return target;
}

async function stopHeld({ servers }: World, rooms: readonly RoomTarget[]): Promise<void> {
  for (const room of rooms) {
    process.kill(-room.processId, "SIGCONT");
    await servers.stop(room);
  }
}

async function inStarts<Result>(count: number, measure: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let started = 0; started < count; started += 1) results.push(await measure());
  return results;
}

const costs = (loads: readonly MeasuredLoad[]) => loads.map((load) => load.processorMicroseconds);
const rates = (loads: readonly MeasuredLoad[]) => loads.map((load) => load.perSecond);

async function measureProcesses(world: World, events: readonly EventSettings[]): Promise<Figures> {
  const requests = world.checkIns(events, WAITING);
  const starts = await inStarts(PROCESSES_STARTS, () => measureBoth(world, requests));
  const one = starts.flatMap((loads) => loads.one);
  const two = starts.flatMap((loads) => loads.two);
  return {
    processorMicroseconds: { oneProcess: median(costs(one)), twoProcesses: median(costs(two)) },
    twoOverOneCpu: medianRatio(costs(two), costs(one)),
    twoOverOneRate: medianRatio(rates(two), rates(one)),
  };
}

/**
 * A generator for each load: which process takes a connection is decided once, and seldom half and half.
 * Neither room is stopped: with one event an idle one costs next to nothing.
 */
async function measureBoth({ servers, wrk }: World, requests: readonly RawRequest[]) {
  const one = await servers.run(await servers.describeRoom("one", 1));
  const two = await servers.run(await servers.describeRoom("two", 2));
  const load = (room: RunningServer, seconds: number) =>
    measureLoad(wrk, { ...room, requests }, seconds);
  for (const room of [one, two]) await load(room, WARM_UP_SECONDS);
  const loads = await alternate(PROCESSES_ROUNDS, {
    one: () => load(one, PROCESSES_SECONDS),
    two: () => load(two, PROCESSES_SECONDS),
  });
  for (const room of [one, two]) await servers.stop(room);
  return loads;
}

/** Each number of events in a room of its own: what was asked for stays active for a minute. */
async function measureEvents(world: World, events: readonly EventSettings[]): Promise<Figures> {
  const starts = await inStarts(STARTS, () => measureStarted(world, events));
  const rateOf = (loadsOf: (start: Started) => MeasuredLoad[]) =>
    starts.flatMap((start) => rates(loadsOf(start)));
  const ten = rateOf(({ byTen }) => byTen.events10);
  const hundred = rateOf(({ byHundred }) => byHundred.events100);
  const thousand = rateOf(({ byThousand }) => byThousand.events1000);
  const besideTen = rateOf(({ byTen }) => byTen.one);
  const besideHundred = rateOf(({ byHundred }) => byHundred.one);
  const besideThousand = rateOf(({ byThousand }) => byThousand.one);
  return {
    perSecondByEvents: {
      1: median([...besideTen, ...besideHundred, ...besideThousand]),
      10: median(ten),
      100: median(hundred),
      1000: median(thousand),
    },
    events10OverOne: medianRatio(ten, besideTen),
    events100OverOne: medianRatio(hundred, besideHundred),
    events1000OverOne: medianRatio(thousand, besideThousand),
  };
}

type Started = Awaited<ReturnType<typeof measureStarted>>;

async function measureStarted(world: World, events: readonly EventSettings[]) {
  const start = (count: number) => {
    const requests = world.checkIns(events.slice(0, count), WAITING);
    return startHeld(world, `events${count}`, requests);
  };
  const one = await start(1);
  const events10 = await start(10);
  const events100 = await start(100);
  const events1000 = await start(EVENTS);
  const byHundred = await alternateHeld(world.wrk, { one, events100 }, EVENTS_TURNS);
  const byThousand = await alternateHeld(world.wrk, { one, events1000 }, MANY_EVENTS_TURNS);
  const few = { ...EVENTS_TURNS, rounds: FEW_ROUNDS };
  const byTen = await alternateHeld(world.wrk, { one, events10 }, few);
  await stopHeld(world, [one, events10, events100, events1000]);
  return { byTen, byHundred, byThousand };
}

/** One process with four events that differ in nothing but how many wait. */
async function measureWaiting(world: World): Promise<Figures> {
  const requestsOf = async (waiting: number) => {
    const event = await openLine(world.servers.redis, `waiting${waiting}`, waiting);
    return world.checkIns([event], waiting);
  };
  const requests = {
    thousand: await requestsOf(1_000),
    tenThousand: await requestsOf(10_000),
    hundredThousand: await requestsOf(100_000),
    million: await requestsOf(1_000_000),
  };
  const starts = await inStarts(STARTS, () => measureLines(world, requests));
  const costOf = (name: keyof Lines) => starts.flatMap((loads) => costs(loads[name]));
  return {
    processorMicrosecondsByWaiting: {
      1000: median(costOf("thousand")),
      10000: median(costOf("tenThousand")),
      100000: median(costOf("hundredThousand")),
      1000000: median(costOf("million")),
    },
    millionOverThousandCpu: medianRatio(costOf("million"), costOf("thousand")),
  };
}

type Lines = Record<"thousand" | "tenThousand" | "hundredThousand" | "million", RawRequest[]>;

async function measureLines({ servers, wrk }: World, lines: Lines) {
  const room = await servers.run(await servers.describeRoom("room", 1));
  await measureLoad(wrk, { ...room, requests: Object.values(lines).flat() }, WARM_UP_SECONDS);
  const load = (name: keyof Lines) => ({ ...room, requests: lines[name] });
  const ends = { thousand: load("thousand"), million: load("million") };
  const between = { tenThousand: load("tenThousand"), hundredThousand: load("hundredThousand") };
  const loads = {
    ...(await alternateHeld(wrk, ends, LINES_TURNS)),
    ...(await alternateHeld(wrk, between, { ...LINES_TURNS, rounds: FEW_ROUNDS })),
  };
  await servers.stop(room);
  return loads;
}
