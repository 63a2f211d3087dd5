import { CALM } from "@/lib/domain/protection/protection";
import { eventKeys } from "@/lib/line/keys";
import { ask } from "@/tools/shared/ask";
import type { Figures } from "@/tools/shared/bars";
import { say } from "@/tools/stack/run-command";
import type { Benchmark } from "../harness/benchmark";
import { publishCustomer } from "../harness/events";
import { type MeasuredLoad, measureLoad, type ServerTarget } from "../harness/loads";
import { alternate, byName, figuresIn, median, repeat } from "../harness/medians";
import { startFigures } from "../harness/process-figures";
import { type BenchServers, type RunningServer, withServers } from "../harness/servers";
import { p99AtRate } from "../harness/streams";
import { pathOf, type RawRequest, rawRequest } from "../harness/visitor-requests";
import { compareRooms } from "./against";
import { openBusy, openEntering } from "./lines";

/** One start of a program differs from the next by up to a sixth: how it lies in memory, what is compiled when. */
const STARTS = 3;
/** Of each start: V8 compiles the way of an entry anew until some 50,000 have gone by, on the cores that it needs. */
const WARM_UP_ROUNDS = 4;
const ROUNDS = 4;
const PACED_ROUNDS = 5;
const SECONDS = 1;
/** So many joins get a place at once where each comes from an address of its own. */
const LEAST_JOINED = 0.95;
/** More than one process answers in a load. */
const MOST_REQUESTS = 50_000 * SECONDS;

/** `join` is that of an event with limits on, `unlimited` the same join where they are off. */
const NAMES = ["bare", "line", "status", "join", "unlimited", "enter"] as const;
type Name = (typeof NAMES)[number];

/**
 * One waiting-room process against one bare `node:http`, which answers a plain GET with a fixed JSON
 * as long as a check-in's answer. Ours get what visitors send: cookies and bodies count against us.
 */
export const waitingRoom: Benchmark = {
  about: "check-ins, line.json, joins and entries of one process against bare node:http",
  measure: () =>
    withServers(async (servers) => {
      const start = await startFigures((await servers.describeRoom("start")).service);
      return { ...(await measureRoutes(servers)), ...start };
    }),
  compare: compareRooms,
};

async function measureRoutes(servers: BenchServers): Promise<Figures> {
  const lines = await openLines(servers);
  say(`Measuring ${NAMES.join(", ")} in turn, ${ROUNDS} times after each of ${STARTS} starts`);
  const starts = await repeat(STARTS, async () => {
    const { targetOf, stop } = await startTargets(servers, lines);
    const saturate = byName(NAMES, (name) => () => measureCounted(lines, name, targetOf));
    await alternate(WARM_UP_ROUNDS, saturate);
    const loads = await alternate(ROUNDS, saturate);
    await stop();
    return loads;
  });
  const loads = byName(NAMES, (name) => starts.flatMap((start) => start[name]));
  const medianOf = (figure: keyof MeasuredLoad) =>
    byName(NAMES, (name) => median(figuresIn(loads[name], figure)));
  const perSecond = medianOf("perSecond");
  say("Measuring latencies at half of each rate");
  const { targetOf } = await startTargets(servers, lines);
  const atHalf = byName(NAMES, (name) => () => {
    const rate = perSecond[name] / 2;
    return p99AtRate(targetOf(name, rate * SECONDS), rate, SECONDS);
  });
  await alternate(1, atHalf);
  const latencies = await alternate(PACED_ROUNDS, atHalf);
  const p99Ms = byName(NAMES, (name) => median(latencies[name]));
  const { bare, line, status, join, unlimited, enter } = perSecond;
  return {
    perSecond,
    processorMicroseconds: medianOf("processorMicroseconds"),
    ...{ statusVsBare: status / bare, lineVsBare: line / bare, joinVsBare: join / bare },
    ...{ enterVsBare: enter / bare, limitsOnOverOff: join / unlimited },
    redisCallsPerJoin: median(figuresIn(loads.join, "callsEach")),
    p99Ms,
    p99Ratios: { status: p99Ms.status / p99Ms.bare, line: p99Ms.line / p99Ms.bare },
    ...{ p99JoinMs: p99Ms.join, p99EnterMs: p99Ms.enter },
  };
}

type Lines = Awaited<ReturnType<typeof openLines>>;

/** An event for everything but entries, one with limits, and one for entries; and what their lines have counted. */
async function openLines(servers: BenchServers) {
  const { redis, master } = servers;
  await publishCustomer(redis, master);
  const busy = await openBusy(servers, "busy");
  const limited = await openBusy(servers, "limited", { protection: CALM });
  const entering = await openEntering(servers, "entering");
  const counters: Readonly<Partial<Record<Name, readonly [typeof busy.event, string]>>> = {
    join: [limited.event, "joined"],
    unlimited: [busy.event, "joined"],
    enter: [entering.event, "admitted"],
  };
  /** What was carried out so far, without end where nothing counts it; and the calls of scripts that Redis has. */
  const counts = async (name: Name) => {
    const [event, field = ""] = counters[name] ?? [];
    const done =
      event === undefined ? Infinity : Number(await redis.hget(eventKeys(event).line, field));
    const stats = await redis.info("commandstats");
    const calls = Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1]);
    return { done, calls };
  };
  return { busy, limited, entering, counts };
}

type TargetOf = (name: Name, most: number) => ServerTarget;

/** Starts one waiting room and the yardstick; answers where a load of at most so many requests goes. */
async function startTargets(servers: BenchServers, { busy, limited, entering }: Lines) {
  const room = await servers.runRoom("room");
  const bare = await servers.runBare(await answerBytes(room, busy.event, busy.status[0] ?? ""));
  const requests: Readonly<Record<Name, (most: number) => readonly RawRequest[]>> = {
    bare: () => [rawRequest("GET", "/")],
    line: () => busy.line,
    status: () => busy.status,
    join: limited.joins,
    unlimited: busy.joins,
    enter: entering.enters,
  };
  const targetOf: TargetOf = (name, most) => {
    return { ...(name === "bare" ? bare : room), requests: requests[name](most) };
  };
  return { targetOf, stop: () => servers.stop(room, bare) };
}

/** A load at full rate, with the calls of scripts for each that was carried out. Throws when those are too few. */
async function measureCounted({ counts }: Lines, name: Name, targetOf: TargetOf) {
  const target = targetOf(name, MOST_REQUESTS);
  const before = await counts(name);
  const load = await measureLoad(target, SECONDS);
  const after = await counts(name);
  const done = Number.isFinite(after.done) ? after.done - before.done : Infinity;
  // Counts of addresses may err upwards: some are asked for a proof who need not be.
  const least = name === "join" ? load.requests * LEAST_JOINED : load.requests;
  if (done < least || (name === "enter" && load.requests > MOST_REQUESTS))
    throw new Error(`Of ${load.requests} requests (${name}) only ${done} were carried out.`);
  return { ...load, callsEach: (after.calls - before.calls) / done };
}

/** How long a check-in's answer is; throws unless it says that the visitor waits. */
async function answerBytes(
  { port }: RunningServer,
  event: Lines["busy"]["event"],
  checkIn: RawRequest,
): Promise<number> {
  const cookie = /\r\nCookie: ([^\r]+)/.exec(checkIn)?.[1] ?? "";
  const url = `http://127.0.0.1:${port}${pathOf(event)}/status`;
  const { body } = await ask(url, { headers: { cookie } });
  if (JSON.parse(body).status !== "waiting") throw new Error(`A check-in was answered ${body}.`);
  return Buffer.byteLength(body);
}
