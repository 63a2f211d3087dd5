import type { EventSettings } from "@/lib/domain/event/settings";
import type { BenchContext, Benchmark, Figures } from "../harness/benchmark";
import { openEvent, publishCustomer } from "../harness/events";
import { type MeasuredLoad, measureLoad } from "../harness/measure-load";
import { alternate, median, medianRatio } from "../harness/medians";
import { findWrk, type RawRequest } from "../harness/saturate";
import { type BenchServers, startServers } from "../harness/servers";
import { visitorRequests } from "../harness/visitor-requests";

/** One start of the same program differs from the next by up to a sixth. */
const STARTS = 3;
const ROUNDS = 5;
const SECONDS = 1;
/** A difference of a few hundredths is looked for there. */
const WAITING_SECONDS = 2;
const WARM_UP_SECONDS = 2;
/** Who stood still has to hear of all lines again, and to spread the turns in which it does. */
const RESUME_SECONDS = 3;
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
      context.say("Measuring 1 and 2 processes, and 1, 10, 100 and 1,000 events");
      const grown = await measureProcessesAndEvents(world, events);
      return { ...grown, ...(await measureWaiting(world, context)) };
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

/**
 * Each in a process of its own, and the others stopped meanwhile: what was asked for stays active for a
 * minute and would go on costing time.
 */
async function measureProcessesAndEvents(
  world: World,
  events: readonly EventSettings[],
): Promise<Figures> {
  const loads: Loads[] = [];
  for (let started = 0; started < STARTS; started += 1) {
    loads.push(await measureStarted(world, events));
  }
  const of = (name: keyof Loads, figure: keyof MeasuredLoad) =>
    loads.flatMap((started) => started[name].map((load) => load[figure]));
  const rate = (name: keyof Loads) => median(of(name, "perSecond"));
  const cost = (name: keyof Loads) => median(of(name, "processorMicroseconds"));
  const overOne = (name: keyof Loads, figure: keyof MeasuredLoad) =>
    medianRatio(of(name, figure), of("one", figure));
  return {
    perSecondByEvents: {
      1: rate("one"),
      10: rate("events10"),
      100: rate("events100"),
      1000: rate("events1000"),
    },
    processorMicroseconds: { oneProcess: cost("one"), twoProcesses: cost("two") },
    twoOverOneCpu: overOne("two", "processorMicroseconds"),
    twoOverOneRate: overOne("two", "perSecond"),
    events100OverOne: overOne("events100", "perSecond"),
    events1000OverOne: overOne("events1000", "perSecond"),
  };
}

type Loads = Awaited<ReturnType<typeof measureStarted>>;

async function measureStarted(world: World, events: readonly EventSettings[]) {
  const start = (name: string, processes: number, count: number) =>
    startStopped(world, { name, processes }, world.checkIns(events.slice(0, count), WAITING));
  const one = await start("one", 1, 1);
  const two = await start("two", 2, 1);
  const events10 = await start("events10", 1, 10);
  const events100 = await start("events100", 1, 100);
  const events1000 = await start("events1000", 1, EVENTS);
  const loads = await alternate(ROUNDS, {
    one: one.measure,
    two: two.measure,
    events10: events10.measure,
    events100: events100.measure,
    events1000: events1000.measure,
  });
  await Promise.all([one, two, events10, events100, events1000].map((room) => room.end()));
  return loads;
}

/** A room that has warmed up and stands still, but for the moments in which it is measured. */
async function startStopped(
  { servers, wrk }: World,
  { name, processes }: { readonly name: string; readonly processes: number },
  requests: readonly RawRequest[],
): Promise<{ measure: () => Promise<MeasuredLoad>; end: () => Promise<void> }> {
  const room = await servers.run(await servers.describeRoom(name, processes));
  const target = { ...room, requests };
  const signal = (kind: NodeJS.Signals) => process.kill(-room.processId, kind);
  await measureLoad(wrk, target, WARM_UP_SECONDS);
  signal("SIGSTOP");
  return {
    async measure() {
      signal("SIGCONT");
      await measureLoad(wrk, target, RESUME_SECONDS);
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

/** One process with four events that differ in nothing but how many wait. */
async function measureWaiting(world: World, { say }: BenchContext): Promise<Figures> {
  const lineOf = async (waiting: number) => {
    const eventId = `waiting${waiting}`;
    const event = await openEvent(world.servers.redis, { eventId, outflowPerMinute: 60, waiting });
    return world.checkIns([event], waiting);
  };
  const lines = {
    thousand: await lineOf(1_000),
    tenThousand: await lineOf(10_000),
    hundredThousand: await lineOf(100_000),
    million: await lineOf(1_000_000),
  };
  say("Measuring 1,000 to 1,000,000 in line");
  const costs: Costs[] = [];
  for (let started = 0; started < STARTS; started += 1)
    costs.push(await measureLines(world, lines));
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
    (await measureLoad(wrk, { ...room, requests }, WAITING_SECONDS)).processorMicroseconds;
  const measurements = {
    thousand: run(lines.thousand),
    tenThousand: run(lines.tenThousand),
    hundredThousand: run(lines.hundredThousand),
    million: run(lines.million),
  };
  await alternate(1, measurements);
  const costs = await alternate(ROUNDS, measurements);
  await servers.stop(room);
  return costs;
}
