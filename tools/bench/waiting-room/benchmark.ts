import type { Figures } from "@/tools/shared/bars";
import type { BenchContext, Benchmark } from "../harness/benchmark";
import { type MeasuredLoad, measureLoad } from "../harness/measure-load";
import { alternate, median } from "../harness/medians";
import { p99AtRate } from "../harness/paced";
import { findWrk } from "../harness/saturate";
import { type BenchServers, withServers } from "../harness/servers";
import { compareRooms } from "./against";
import { measureStart } from "./measure-start";
import { NAMES, type Name, prepareTargets, type Targets } from "./targets";

/** One start of a program differs from the next by up to a sixth: how it lies in memory, what is compiled when. */
const STARTS = 3;
/** Of each start: V8 compiles the way of an entry anew until some 50,000 have gone by, on the cores that it needs. */
const WARM_UP_ROUNDS = 4;
/** Of each start. */
const ROUNDS = 4;
const PACED_ROUNDS = 5;
const SECONDS = 1;
/** More than one process answers in a load. */
/** So many joins get a place at once where each comes from an address of its own. */
const LEAST_JOINED = 0.95;
const MOST_REQUESTS = 50_000 * SECONDS;

/**
 * One waiting-room process against one bare `node:http`, which answers a plain GET with a fixed JSON
 * as long as a check-in's answer. Ours get what visitors send: cookies and bodies count against us.
 */
export const waitingRoom: Benchmark = {
  about: "check-ins, line.json, joins and entries of one process against bare node:http",
  async measure(context) {
    return withServers(context, async (servers) => {
      const start = await measureStart(servers);
      return { ...(await measureRoutes(servers, context)), ...start };
    });
  },
  compare: compareRooms,
};

async function measureRoutes(servers: BenchServers, { say }: BenchContext): Promise<Figures> {
  const wrk = findWrk(say);
  const startTargets = await prepareTargets(servers);
  say(`Measuring ${NAMES.join(", ")} in turn, ${ROUNDS} times after each of ${STARTS} starts`);
  const loads = await measureLoads(wrk, startTargets);
  const perSecond = eachName((name) => median(loads[name].map((load) => load.perSecond)));
  say("Measuring latencies at half of each rate");
  const latencies = await measureLatencies(await startTargets(), perSecond);
  const p99Ms = eachName((name) => median(latencies[name]));
  const { bare, line, status, join, unlimited, enter } = perSecond;
  return {
    perSecond,
    processorMicroseconds: eachName((name) =>
      median(loads[name].map((load) => load.processorMicroseconds)),
    ),
    statusVsBare: status / bare,
    lineVsBare: line / bare,
    joinVsBare: join / bare,
    enterVsBare: enter / bare,
    limitsOnOverOff: join / unlimited,
    redisCallsPerJoin: median(loads.join.map((load) => load.calls / load.joined)),
    redisCallsPerEnter: median(loads.enter.map((load) => load.calls / load.admitted)),
    p99Ms,
    p99Ratios: { status: p99Ms.status / p99Ms.bare, line: p99Ms.line / p99Ms.bare },
    p99JoinMs: p99Ms.join,
    p99EnterMs: p99Ms.enter,
  };
}

/** Loads at full rate, in turn, after a warm-up of each start. */
async function measureLoads(
  wrk: string,
  start: () => Promise<Targets>,
): Promise<Record<Name, CountedLoad[]>> {
  const loads = eachName((): CountedLoad[] => []);
  for (let started = 0; started < STARTS; started += 1) {
    const targets = await start();
    const saturateWith = (name: Name) => counted(wrk, targets, name);
    await alternate(WARM_UP_ROUNDS, eachName(saturateWith));
    const measured = await alternate(ROUNDS, eachName(saturateWith));
    for (const name of NAMES) loads[name].push(...measured[name]);
    await targets.stop();
  }
  return loads;
}

/** Milliseconds of the 99th percentile at half of each rate, of each round after a warm-up. */
async function measureLatencies(targets: Targets, perSecond: Readonly<Record<Name, number>>) {
  const atHalf = eachName((name) => () => {
    const rate = perSecond[name] / 2;
    return p99AtRate(targets.of(name, rate * SECONDS), rate, SECONDS);
  });
  await alternate(1, atHalf);
  return alternate(PACED_ROUNDS, atHalf);
}

type CountedLoad = MeasuredLoad & Awaited<ReturnType<Targets["counts"]>>;

/** A load at full rate, with what the lines counted meanwhile. Throws when they counted too few. */
function counted(wrk: string, targets: Targets, name: Name): () => Promise<CountedLoad> {
  return async () => {
    const target = targets.of(name, MOST_REQUESTS);
    const before = await targets.counts();
    const load = await measureLoad(wrk, target, SECONDS);
    const after = await targets.counts();
    const joined = after.joined - before.joined;
    const unlimited = after.unlimited - before.unlimited;
    const admitted = after.admitted - before.admitted;
    const done = {
      // Counts of addresses may err upwards: some are asked for a proof who need not be.
      join: joined / LEAST_JOINED,
      unlimited,
      enter: admitted,
      bare: Infinity,
      line: Infinity,
      status: Infinity,
    };
    if (done[name] < load.requests || (name === "enter" && load.requests > MOST_REQUESTS)) {
      throw new Error(
        `Of ${load.requests} requests (${name}) only ${done[name]} were carried out.`,
      );
    }
    return { ...load, joined, unlimited, admitted, calls: after.calls - before.calls };
  };
}

function eachName<Result>(of: (name: Name) => Result): Record<Name, Result> {
  return {
    bare: of("bare"),
    line: of("line"),
    status: of("status"),
    join: of("join"),
    unlimited: of("unlimited"),
    enter: of("enter"),
  };
}
