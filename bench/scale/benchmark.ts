import type { EventSettings } from "@/lib/domain/event/settings";
import type { Benchmark, Figures } from "../harness/benchmark";
import { openEvent, publishCustomer } from "../harness/events";
import { type MeasuredLoad, measureLoad } from "../harness/measure-load";
import { alternate, median, medianRatio } from "../harness/medians";
import { findWrk, type RawRequest } from "../harness/saturate";
import { type BenchServers, type RunningServer, startServers } from "../harness/servers";
import { visitorRequests } from "../harness/visitor-requests";

/** One start of the same program differs from the next by up to a sixth. */
const STARTS = 3;
/** Where a difference of a few hundredths is looked for. */
const FINE_ROUNDS = 12;
const ROUNDS = 8;
/** Where no bar hangs on the figure. */
const FEW_ROUNDS = 4;
const SECONDS = 1;
const WARM_UP_SECONDS = 4;
/** Who stood still has to hear of all lines again, and with many of them to spread the turns in which it does. */
const RESUME_SECONDS = { few: 1, many: 3 };
const REQUESTS = 5_000;
const EVENTS = 1_000;
const WAITING = 100_000;

type World = {
  readonly servers: BenchServers;
  readonly wrk: string;
  readonly checkIns: (events: readonly EventSettings[], waiting: number) => RawRequest[];
};

/** How check-ins grow with processes, with events, and with how many wait. */
export const scale: Benchmark = {
  about: "check-ins with more processes, more events and more people in line",
  bars: [
    { figure: "twoOverOneCpu", atMost: 1.1 },
    { figure: "events100OverOne", atLeast: 0.9 },
    { figure: "events1000OverOne", atLeast: 0.8 },
    { figure: "millionOverThousandCpu", atMost: 1.05 },
  ],
  async measure(context) {
    const servers = await startServers(context);
    try {
      await publishCustomer(servers.redis, servers.master);
      const world = { servers, wrk: findWrk(context.say), checkIns: checkInsOf(servers) };
      const events = await openEvents(servers);
      context.say("Measuring 1 and 2 processes");
      const byProcesses = await measureProcesses(world, events.slice(0, 1));
      context.say("Measuring 1, 10, 100 and 1,000 events");
      const byEvents = await measureEvents(world, events);
      context.say("Measuring 1,000 to 1,000,000 in line");
      return { ...byProcesses, ...byEvents, ...(await measureWaiting(world)) };
    } finally {
      await servers.close();
    }
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
  for (let index = 0; index < EVENTS; index += 1) {
    const eventId = `event${index}`;
    events.push(await openEvent(redis, { eventId, outflowPerMinute: 60, waiting: WAITING }));
  }
  return events;
}

/** Right after each other, and neither is stopped: with one event an idle room costs next to nothing. */
async function measureProcesses(world: World, events: readonly EventSettings[]): Promise<Figures> {
  const requests = world.checkIns(events, WAITING);
  const loads = await inStarts(() => measureBoth(world, requests));
  const [one, two] = [loads.flatMap((load) => load.one), loads.flatMap((load) => load.two)];
  const cost = (of: MeasuredLoad[]) => of.map((load) => load.processorMicroseconds);
  const rate = (of: MeasuredLoad[]) => of.map((load) => load.perSecond);
  return {
    processorMicroseconds: { oneProcess: median(cost(one)), twoProcesses: median(cost(two)) },
    twoOverOneCpu: medianRatio(cost(two), cost(one)),
    twoOverOneRate: medianRatio(rate(two), rate(one)),
  };
}

async function measureBoth({ servers, wrk }: World, requests: readonly RawRequest[]) {
  const one = await servers.run(await servers.describeRoom("one", 1));
  const two = await servers.run(await servers.describeRoom("two", 2));
  const load = (room: RunningServer, seconds: number) =>
    measureLoad(wrk, { ...room, requests }, seconds);
  for (const room of [one, two]) await load(room, WARM_UP_SECONDS);
  const loads = await alternate(FINE_ROUNDS, {
    one: () => load(one, SECONDS),
    two: () => load(two, SECONDS),
  });
  for (const room of [one, two]) await servers.stop(room);
  return loads;
}

async function inStarts<Result>(measure: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let started = 0; started < STARTS; started += 1) results.push(await measure());
  return results;
}

/**
 * Each in a process of its own, and the others stopped meanwhile: what was asked for stays active for a
 * minute and would go on costing time.
 */
async function measureEvents(world: World, events: readonly EventSettings[]): Promise<Figures> {
  const starts = await inStarts(() => measureStarted(world, events));
  const rates = (loadsOf: (start: Started) => MeasuredLoad[]) =>
    starts.flatMap((start) => loadsOf(start).map((load) => load.perSecond));
  const ten = rates(({ byTen }) => byTen.events10);
  const hundred = rates(({ byHundred }) => byHundred.events100);
  const thousand = rates(({ byThousand }) => byThousand.events1000);
  const besideTen = rates(({ byTen }) => byTen.one);
  const besideHundred = rates(({ byHundred }) => byHundred.one);
  const besideThousand = rates(({ byThousand }) => byThousand.one);
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
  const start = (name: string, count: number) => {
    const resumeSeconds = count < EVENTS ? RESUME_SECONDS.few : RESUME_SECONDS.many;
    const requests = world.checkIns(events.slice(0, count), WAITING);
    return startStopped(world, name, { requests, resumeSeconds });
  };
  const one = await start("one", 1);
  const events10 = await start("events10", 10);
  const events100 = await start("events100", 100);
  const events1000 = await start("events1000", EVENTS);
  // Those that are compared go right after each other.
  const byHundred = await alternate(FINE_ROUNDS, {
    one: one.measure,
    events100: events100.measure,
  });
  const byThousand = await alternate(ROUNDS, { one: one.measure, events1000: events1000.measure });
  const byTen = await alternate(FEW_ROUNDS, { one: one.measure, events10: events10.measure });
  await Promise.all([one, events10, events100, events1000].map((room) => room.end()));
  return { byTen, byHundred, byThousand };
}

/** A room that has warmed up and stands still, but for the moments in which it is measured. */
async function startStopped(
  { servers, wrk }: World,
  name: string,
  load: { readonly requests: readonly RawRequest[]; readonly resumeSeconds: number },
): Promise<{ measure: () => Promise<MeasuredLoad>; end: () => Promise<void> }> {
  const room = await servers.run(await servers.describeRoom(name, 1));
  const target = { ...room, requests: load.requests };
  const signal = (kind: NodeJS.Signals) => process.kill(-room.processId, kind);
  await measureLoad(wrk, target, WARM_UP_SECONDS);
  signal("SIGSTOP");
  return {
    async measure() {
      signal("SIGCONT");
      await measureLoad(wrk, target, load.resumeSeconds);
      const measured = await measureLoad(wrk, target, SECONDS);
      signal("SIGSTOP");
      return measured;
    },
    async end() {
      signal("SIGCONT");
      await servers.stop(room);
    },
  };
}

/** One process with four events that differ in nothing but how many wait; their fronts are there. */
async function measureWaiting(world: World): Promise<Figures> {
  const lineOf = async (waiting: number) => {
    const line = {
      eventId: `waiting${waiting}`,
      outflowPerMinute: 60,
      waiting,
      present: waiting / 2,
    };
    return world.checkIns([await openEvent(world.servers.redis, line)], waiting);
  };
  const lines = {
    tenThousand: await lineOf(10_000),
    thousand: await lineOf(1_000),
    million: await lineOf(1_000_000),
    hundredThousand: await lineOf(100_000),
  };
  const costs = await inStarts(() => measureLines(world, lines));
  const of = (name: keyof Costs) => costs.flatMap((started) => started[name]);
  return {
    processorMicrosecondsByWaiting: {
      1000: median(of("thousand")),
      10000: median(of("tenThousand")),
      100000: median(of("hundredThousand")),
      1000000: median(of("million")),
    },
    millionOverThousandCpu: medianRatio(of("million"), of("thousand")),
  };
}

type Lines = Record<"thousand" | "tenThousand" | "hundredThousand" | "million", RawRequest[]>;
type Costs = Awaited<ReturnType<typeof measureLines>>;

/** The processor time of a check-in, in microseconds, in each round. */
async function measureLines({ servers, wrk }: World, lines: Lines) {
  const room = await servers.run(await servers.describeRoom("room", 1));
  const run = (requests: readonly RawRequest[]) => async () =>
    (await measureLoad(wrk, { ...room, requests }, SECONDS)).processorMicroseconds;
  // The two that are compared go right after each other.
  const measurements = {
    tenThousand: run(lines.tenThousand),
    thousand: run(lines.thousand),
    million: run(lines.million),
    hundredThousand: run(lines.hundredThousand),
  };
  await alternate(2, measurements);
  const costs = await alternate(FINE_ROUNDS, measurements);
  await servers.stop(room);
  return costs;
}
