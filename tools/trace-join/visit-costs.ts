import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { CALM } from "@/lib/domain/protection/protection";
import type { Redis } from "@/lib/line/redis-client";
import { openEvent } from "@/tools/bench/harness/events";
import { byName, figuresIn, percentile, repeat } from "@/tools/bench/harness/medians";
import type { Installation } from "@/tools/bench/harness/servers";
import { type RawRequest, visitorRequests } from "@/tools/bench/harness/visitor-requests";
import { projectPath } from "@/tools/stack/paths";
import { type TracedRoom, withTracedRoom } from "./traced-room";

/** With those that a script calls. */
const REDIS_FIGURES = ["redisCommands", "bytesToRedis", "bytesFromRedis"] as const;
/** Digests are hashes, signatures and seals; resumptions of what was awaited; calls of functions of ours. */
const FIGURES = [...REDIS_FIGURES, "digests", "resumptions", "calls", "files"] as const;

/** What one visit costs, counted and not timed: the same on every machine. */
export type VisitCost = Readonly<Record<(typeof FIGURES)[number] | "allocatedKilobytes", number>>;

export const VISITS = ["join", "plainJoin", "checkIn", "enter", "lineJson"] as const;
export type Visit = (typeof VISITS)[number];

/** Enough that a process has learned what it learns by doing. */
const WARMING = 300;
/** What is under way when a visit begins falls into some of so many, never into all. */
const MEASURED = 16;
const AFTERWARDS_MS = 30;
const WAITING = 1_000;
const CALLED = 10_000;

/**
 * Counts what each visit costs at the built waiting room, in a process of its own that has done many of
 * them. Nothing else may use the Redis. `join` meets the protection of every new event, `plainJoin` none.
 */
export function countVisitCosts(own: Installation): Promise<VisitCosts> {
  return withTracedRoom(own, async (room) => {
    const requests = await prepareVisits(room);
    const socket = connect(room.port, "127.0.0.1");
    const costs: Partial<Record<Visit, VisitCost>> = {};
    try {
      for (const visit of VISITS)
        costs[visit] = await countVisit({ ...room, socket, request: requests[visit] });
    } finally {
      socket.destroy();
    }
    // There is one of each.
    return costs as VisitCosts;
  });
}

type VisitCosts = Readonly<Record<Visit, VisitCost>>;

const BUDGETS = projectPath("test/waiting-room/visit-budgets.json");

/** What visits may cost: what they cost when the file was written last. */
export function readBudgets(): VisitCosts {
  return JSON.parse(readFileSync(BUDGETS, "utf8"));
}

export function writeBudgets(costs: VisitCosts): void {
  writeFileSync(BUDGETS, `${JSON.stringify(costs, null, 2)}\n`);
}

async function prepareVisits({ redis, master }: TracedRoom) {
  const line = { outflowPerMinute: 600, waiting: WAITING };
  const limited = await openEvent(redis, { ...line, eventId: "limited", protection: CALM });
  const plain = await openEvent(redis, { ...line, eventId: "plain" });
  const fast = { ...line, outflowPerMinute: 60_000_000, called: CALLED };
  const entering = await openEvent(redis, { ...fast, eventId: "entering" });
  const requests = visitorRequests(master);
  let entered = 0;
  return {
    join: () => requests.join(limited),
    plainJoin: () => requests.join(plain),
    checkIn: () => requests.checkIn(plain, WAITING / 2),
    enter: () => {
      entered += 1;
      return requests.enter(entering, entered);
    },
    lineJson: () => requests.lineJson(plain),
  } satisfies Record<Visit, () => RawRequest>;
}

type Counting = TracedRoom & { readonly socket: Socket; readonly request: () => RawRequest };

async function countVisit(counting: Counting): Promise<VisitCost> {
  await repeat(WARMING, () => ask(counting));
  const nothing = await countNothing(counting);
  const costs = await repeat(MEASURED, () => countOnce(counting, nothing));
  return {
    ...byName(FIGURES, (figure) => Math.min(...figuresIn(costs, figure))),
    // Garbage that is collected meanwhile makes it less.
    allocatedKilobytes: Math.round(percentile(figuresIn(costs, "allocatedKilobytes"), 0.25)),
  };
}

/** What counting itself takes of Redis. */
async function countNothing({ redis }: Counting): Promise<RedisCounts> {
  const counts = await repeat(MEASURED, () => countRedis(redis));
  const pauses = counts.slice(1).map((after, index) => between(counts[index] ?? after, after));
  return byName(REDIS_FIGURES, (figure) => Math.min(...figuresIn(pauses, figure)));
}

async function countOnce(counting: Counting, nothing: RedisCounts): Promise<VisitCost> {
  const { redis, begin, takeWork } = counting;
  // What a process knows of an event is fresh for a second: the visit before makes it so.
  await ask(counting);
  // What it leaves to be done afterwards is done by then.
  await delay(AFTERWARDS_MS);
  await begin();
  const before = await countRedis(redis);
  await ask(counting);
  const asked = between(before, await countRedis(redis));
  const { calls, allocatedBytes, ...work } = await takeWork();
  const called = [...calls.values()];
  return {
    redisCommands: asked.redisCommands,
    bytesToRedis: asked.bytesToRedis - nothing.bytesToRedis,
    bytesFromRedis: asked.bytesFromRedis - nothing.bytesFromRedis,
    ...work,
    calls: called.reduce((sum, { times }) => sum + times, 0),
    files: new Set(called.map(({ file }) => file)).size,
    allocatedKilobytes: allocatedBytes / 1_000,
  };
}

/** Throws unless the answer says that it went well. */
async function ask({ socket, request }: Counting): Promise<void> {
  socket.write(request());
  const [answer]: Buffer[] = await once(socket, "data");
  const text = `${answer}`;
  if (!text.startsWith("HTTP/1.1 200")) throw new Error(`A visit was answered ${text}`);
}

type RedisCounts = Readonly<Record<(typeof REDIS_FIGURES)[number], number>>;

async function countRedis(redis: Redis): Promise<RedisCounts & { readonly infoBytes: number }> {
  const info = await redis.info("stats", "commandstats");
  const figure = (name: string) => Number(new RegExp(`${name}:(\\d+)`).exec(info)?.[1]);
  const others = [...info.matchAll(/cmdstat_(?!info)\S+?:calls=(\d+)/g)];
  return {
    redisCommands: others.reduce((sum, [, calls]) => sum + Number(calls), 0),
    bytesToRedis: figure("total_net_input_bytes"),
    bytesFromRedis: figure("total_net_output_bytes"),
    infoBytes: Buffer.byteLength(info),
  };
}

type Counts = Awaited<ReturnType<typeof countRedis>>;

/** What Redis did between two counts, with what the count itself took; the length of its answer varies. */
function between(before: Counts, after: Counts): RedisCounts {
  const did = byName(REDIS_FIGURES, (figure) => after[figure] - before[figure]);
  return { ...did, bytesFromRedis: did.bytesFromRedis - before.infoBytes };
}
