import type { EventSettings } from "@/lib/domain/event/settings";
import type { Figures } from "@/tools/shared/bars";
import { say } from "@/tools/stack/run-command";
import type { Benchmark } from "../harness/benchmark";
import { openEvent, publishCustomer } from "../harness/events";
import { alternateHeld, type MeasuredLoad, measureLoad, type Turns } from "../harness/loads";
import { alternate, byName, figuresIn, medianRatio, repeat } from "../harness/medians";
import { type BenchServers, withServers } from "../harness/servers";
import { type RawRequest, visitorRequests } from "../harness/visitor-requests";

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
  ...{ rounds: 100, resumeMs: 1_000, settleMs: 30, windowMs: 100 },
};
/** Numbers of events that are compared with one. What is due of a thousand takes Redis a quarter of a second. */
const MORE_EVENTS: readonly (readonly [number, Partial<Turns>])[] = [
  [100, {}],
  [EVENTS, { rounds: 30, resumeMs: 3_000, settleMs: 250, windowMs: 250 }],
];
/** All lines are of one room, which goes on. */
const LINES_TURNS: Turns = {
  holds: "generators",
  ...{ rounds: 60, resumeMs: 500, settleMs: 30, windowMs: 100 },
};

/** How check-ins grow with processes, with events, and with how many wait. */
export const scale: Benchmark = {
  about: "check-ins with more processes, more events and more people in line",
  measure: () =>
    withServers(async (servers) => {
      await publishCustomer(servers.redis, servers.master);
      const events: EventSettings[] = [];
      for (let index = 0; index < EVENTS; index += 1)
        events.push(await openLine(servers, `event${index}`, WAITING));
      say("Measuring 1 and 2 processes");
      const byProcesses = await measureProcesses(servers, events);
      say("Measuring 1, 100 and 1,000 events");
      const byEvents = await measureEvents(servers, events);
      say("Measuring 1,000 and 1,000,000 in line");
      return { ...byProcesses, ...byEvents, ...(await measureWaiting(servers)) };
    }),
};

/** Of people in the second half of their line, which is not called while the benchmark lasts. */
function checkIns({ master }: BenchServers, events: readonly EventSettings[], waiting: number) {
  const requests = visitorRequests(master);
  return Array.from({ length: REQUESTS }, (_, index) => {
    const event = events[index % events.length];
    if (event === undefined) throw new Error("There is no event.");
    return requests.checkIn(event, Math.floor(waiting * (0.5 + index / REQUESTS / 2)));
  });
}

/**
 * An event whose front is there, as it is where people wait: a line that all in front have left moves on as
 * fast as it may, and has news for everybody twice a second.
 */
function openLine({ redis }: BenchServers, eventId: string, waiting: number) {
  return openEvent(redis, { eventId, outflowPerMinute: 60, waiting, present: waiting / 2 });
}

/**
 * A generator for each load: which process takes a connection is decided once, and seldom half and half.
 * Neither room is stopped: with one event an idle one costs next to nothing.
 */
async function measureProcesses(servers: BenchServers, events: readonly EventSettings[]) {
  const requests = checkIns(servers, events.slice(0, 1), WAITING);
  const starts = await repeat(PROCESSES_STARTS, async () => {
    const one = { ...(await servers.runRoom("one")), requests };
    const two = { ...(await servers.runRoom("two", { processes: 2 })), requests };
    for (const room of [one, two]) await measureLoad(room, WARM_UP_SECONDS);
    const loads = await alternate(PROCESSES_ROUNDS, {
      one: () => measureLoad(one, PROCESSES_SECONDS),
      two: () => measureLoad(two, PROCESSES_SECONDS),
    });
    await servers.stop(one, two);
    return loads;
  });
  const costsOf = (name: "one" | "two") =>
    starts.flatMap((loads) => figuresIn(loads[name], "processorMicroseconds"));
  return { twoOverOneCpu: medianRatio(costsOf("two"), costsOf("one")) };
}

/** Each number of events in a room of its own: what was asked for stays active for a minute. */
async function measureEvents(servers: BenchServers, events: readonly EventSettings[]) {
  const starts = await repeat(STARTS, async () => {
    const start = (count: number) => {
      const requests = checkIns(servers, events.slice(0, count), WAITING);
      return startHeld(servers, `events${count}`, requests);
    };
    const one = await start(1);
    const rooms = [one];
    for (const [count] of MORE_EVENTS) rooms.push(await start(count));
    const loads: Record<"one" | "more", MeasuredLoad[]>[] = [];
    for (const [index, [, turns]] of MORE_EVENTS.entries()) {
      const more = rooms[index + 1] ?? one;
      loads.push(await alternateHeld({ one, more }, { ...EVENTS_TURNS, ...turns }));
    }
    for (const room of rooms) process.kill(-room.processId, "SIGCONT");
    await servers.stop(...rooms);
    return loads;
  });
  const ratios = MORE_EVENTS.map(([count], index) => {
    const ratesOf = (name: "one" | "more") =>
      starts.flatMap((loads) => figuresIn(loads[index]?.[name] ?? [], "perSecond"));
    return [`events${count}OverOne`, medianRatio(ratesOf("more"), ratesOf("one"))];
  });
  return Object.fromEntries(ratios);
}

/** A room that has warmed up and stands still. */
async function startHeld(servers: BenchServers, name: string, requests: readonly RawRequest[]) {
  const target = { ...(await servers.runRoom(name)), requests };
  await measureLoad(target, WARM_UP_SECONDS);
  process.kill(-target.processId, "SIGSTOP");
  return target;
}

const LENGTHS = ["1000", "1000000"] as const;

/** One process with two events that differ in nothing but how many wait. */
async function measureWaiting(servers: BenchServers): Promise<Figures> {
  const requests = byName(LENGTHS, (): RawRequest[] => []);
  for (const length of LENGTHS) {
    const event = await openLine(servers, `waiting${length}`, Number(length));
    requests[length] = checkIns(servers, [event], Number(length));
  }
  const starts = await repeat(STARTS, async () => {
    const room = await servers.runRoom("room");
    const warmUp = { ...room, requests: Object.values(requests).flat() };
    await measureLoad(warmUp, WARM_UP_SECONDS);
    const targets = byName(LENGTHS, (length) => ({ ...room, requests: requests[length] }));
    const loads = await alternateHeld(targets, LINES_TURNS);
    await servers.stop(room);
    return loads;
  });
  const costsOf = (length: (typeof LENGTHS)[number]) =>
    starts.flatMap((loads) => figuresIn(loads[length], "processorMicroseconds"));
  return { millionOverThousandCpu: medianRatio(costsOf("1000000"), costsOf("1000")) };
}
