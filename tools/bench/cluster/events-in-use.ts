import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startRedisCluster } from "@/tools/redis-group/redis-cluster";
import type { RedisMember } from "@/tools/redis-group/redis-members";
import type { Figures } from "@/tools/shared/bars";
import { Supervisor } from "@/tools/stack/processes";
import { askRedis } from "@/tools/stack/redis";
import { say } from "@/tools/stack/run-command";
import type { Stack } from "@/tools/stack/stack";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import { get } from "../console/pages";
import { startSessions } from "../console/viewers";
import { percentile } from "../harness/medians";
import { processorSeconds } from "../harness/process-figures";
import { withRedis } from "../harness/servers";
import { p99AtRate } from "../harness/streams";
import { addEvents, untilAtRest, untilLines, withSystem } from "../harness/whole-system";
import { type Visited, visitorsOf, WAIT_EACH } from "./visitors";

/** One event in ten has visitors at the same moment: a ticket seller's or a school's many others are quiet then. */
const VISITED_SHARE = 0.1;
/** At this outflow a line of twenty stays one as long as it is measured. */
const LINE_OUTFLOW = 1;
/** Two rounds of reconciliation, so that the next one is an ordinary one. */
const SETTLE_SECONDS = 65;
const MEASURED_SECONDS = 60;
const OVERVIEWS = 30;
/** An overview is kept for 1.5 s: each of these is read anew. */
const OVERVIEW_EVERY_MS = 2_000;

/** What a worker, a room and the console need for so many open events on three masters, some of them with visitors. */
export async function measureEventsInUse(events: number): Promise<Figures> {
  const dataDirectory = await temporaryDirectory("bench-in-use-");
  const supervisor = new Supervisor(join(dataDirectory, "logs"));
  const options = { dataDirectory, supervisor, onProgress: say };
  try {
    const { url, members } = await startRedisCluster({
      ...options,
      ...{ masters: 3, isReplicated: false },
    });
    const masters = members.map((member) => ({
      ...member,
      processId: supervisor.processId(member.name) ?? 0,
    }));
    return await withSystem(
      ["waiting-room", "worker", "console"],
      (stack, databaseUrl) => measure(stack, databaseUrl, { events, masters }),
      url,
    );
  } finally {
    await supervisor.close();
  }
}

type Master = RedisMember & { readonly processId: number };
type On = { readonly events: number; readonly masters: readonly Master[] };

async function measure(stack: Stack, databaseUrl: string, on: On): Promise<Figures> {
  const { events, masters } = on;
  const visited = await openEvents(stack, databaseUrl, events);
  const visitors = visitorsOf({
    port: stack.ports.waitingRoom,
    customerId: stack.demo.customerId,
    targetUrl: `${stack.urls.shop}/tickets`,
  });
  say(`Joining ${visited.lines.length * WAIT_EACH} visitors to ${visited.lines.length} lines`);
  const places = await visitors.fill(visited.lines);
  await visitors.confirm(places);
  const port = stack.ports.waitingRoom;
  const ask = (seconds: number) => {
    const { requests, perSecond, arrivalsPerSecond } = visitors.asked(visited, places, seconds);
    const p99Ms = p99AtRate({ port, requests }, perSecond, seconds);
    return p99Ms.then((ms) => ({ roomP99Ms: ms, requestsPerSecond: perSecond, arrivalsPerSecond }));
  };
  say(`They ask for ${SETTLE_SECONDS} s, and for another ${MEASURED_SECONDS} s`);
  await ask(SETTLE_SECONDS);
  const before = await look(stack, masters);
  const asked = await ask(MEASURED_SECONDS);
  const after = await look(stack, masters);
  const seconds = (after.atMs - before.atMs) / 1_000;
  const share = (name: "worker" | "room" | "redis") => (after[name] - before[name]) / seconds;
  say(`The worker takes ${share("worker").toFixed(3)} of a core; asking for overviews`);
  return {
    ...{ events, visitedEvents: visited.lines.length + visited.direct.length },
    waiting: places.length,
    workerCoreShare: share("worker"),
    ...{ roomCoreShare: share("room"), mastersCoreShare: share("redis") },
    /** Scripts of rooms and workers, without the one of each who arrives. */
    refreshCallsPerSecond: (after.calls - before.calls) / seconds - asked.arrivalsPerSecond,
    ...asked,
    overviewP95: await measureOverview(stack, databaseUrl),
  };
}

/** Of those with visitors people wait in one half, and get straight in in the other. */
async function openEvents(stack: Stack, databaseUrl: string, events: number): Promise<Visited> {
  const visited = Math.round(events * VISITED_SHARE);
  const lines = Math.round(visited / 2);
  say(`Opening ${events} events`);
  const own = { name: "bench", outflowPerMinute: LINE_OUTFLOW };
  await addEvents(databaseUrl, { ...own, from: 1, to: lines });
  await addEvents(databaseUrl, { name: "bench", from: lines + 1, to: events });
  await withRedis(stack.env["REDIS_URL"] ?? "", (redis) => untilLines(redis, "bench", events));
  say("Waiting until the worker is at rest");
  await untilAtRest(databaseUrl);
  const named = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `bench${from + index}`);
  return { lines: named(1, lines), direct: named(lines + 1, visited) };
}

async function look(stack: Stack, masters: readonly Master[]) {
  const calls = await Promise.all(masters.map(({ url }) => scriptCalls(url)));
  const secondsOf = (id = 0) => processorSeconds(id);
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
  return {
    atMs: performance.now(),
    worker: secondsOf(stack.processId("worker")),
    room: secondsOf(stack.processId("waiting-room")),
    redis: sum(masters.map(({ processId }) => secondsOf(processId))),
    calls: sum(calls),
  };
}

async function scriptCalls(url: string): Promise<number> {
  const stats = await askRedis(url, (redis) => redis.info("commandstats"));
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats ?? "")?.[1]);
}

/** As its owner, whose all events are: the first page of them, each time from Postgres and the lines. */
async function measureOverview(stack: Stack, databaseUrl: string): Promise<number> {
  const [cookie = ""] = await startSessions(databaseUrl, stack.env["NEXTAUTH_SECRET"] ?? "", 1);
  const overview = new URL("/overview", stack.urls.console);
  const times: number[] = [];
  for (let at = -2; at < OVERVIEWS; at += 1) {
    const startedMs = performance.now();
    await get(overview, { cookie, accept: "text/html" });
    if (at >= 0) times.push(performance.now() - startedMs);
    await delay(OVERVIEW_EVERY_MS);
  }
  return percentile(times, 0.95);
}
