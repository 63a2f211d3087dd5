import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Redis } from "ioredis";
import { CALM } from "@/lib/domain/protection/protection";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { parseMasterKey } from "@/lib/secrets/seal";
import { openEvent, publishCustomer } from "@/tools/bench/harness/events";
import { percentile } from "@/tools/bench/harness/medians";
import type { RawRequest } from "@/tools/bench/harness/saturate";
import { visitorRequests } from "@/tools/bench/harness/visitor-requests";
import { startTracedRoom, type TracedRoom } from "./traced-room";

/** What one visit costs, counted and not timed: the same on every machine. */
export type VisitCost = {
  /** With those that a script calls. */
  readonly redisCommands: number;
  readonly bytesToRedis: number;
  readonly bytesFromRedis: number;
  /** Hashes, signatures and seals. */
  readonly digests: number;
  /** How often something that was awaited went on. */
  readonly resumptions: number;
  /** Of functions of ours. */
  readonly calls: number;
  readonly files: number;
  readonly allocatedKilobytes: number;
};

/** What visitors ask for. */
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
export async function countVisitCosts(options: {
  readonly redisUrl: string;
  readonly masterKey: string;
}): Promise<Record<Visit, VisitCost>> {
  const redis = connectRedis(options.redisUrl);
  await waitForRedis(redis, 10_000);
  const room = await startTracedRoom(options.redisUrl, options.masterKey);
  const socket = connect(room.port, "127.0.0.1");
  try {
    const requests = await prepareVisits(redis, options.masterKey);
    const of = (visit: Visit) => countVisit({ redis, room, socket, request: requests[visit] });
    return {
      join: await of("join"),
      plainJoin: await of("plainJoin"),
      checkIn: await of("checkIn"),
      enter: await of("enter"),
      lineJson: await of("lineJson"),
    };
  } finally {
    socket.destroy();
    await room.close();
    redis.disconnect();
  }
}

async function prepareVisits(
  redis: Redis,
  masterKey: string,
): Promise<Record<Visit, () => RawRequest>> {
  const master = parseMasterKey(masterKey);
  await publishCustomer(redis, master);
  const line = { outflowPerMinute: 60_000_000, waiting: WAITING };
  const waiting = { ...line, outflowPerMinute: 600 };
  const limited = await openEvent(redis, { ...waiting, eventId: "limited", protection: CALM });
  const plain = await openEvent(redis, { ...waiting, eventId: "plain" });
  const entering = await openEvent(redis, { ...line, eventId: "entering", called: CALLED });
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
  };
}

type Counting = {
  readonly redis: Redis;
  readonly room: TracedRoom;
  readonly socket: Socket;
  readonly request: () => RawRequest;
};

async function countVisit(counting: Counting): Promise<VisitCost> {
  for (let visit = 0; visit < WARMING; visit += 1) await ask(counting);
  const nothing = await countNothing(counting);
  const costs: VisitCost[] = [];
  for (let visit = 0; visit < MEASURED; visit += 1) costs.push(await countOnce(counting, nothing));
  const of = (figure: keyof VisitCost) => costs.map((cost) => cost[figure]);
  const least = (figure: keyof VisitCost) => Math.min(...of(figure));
  return {
    redisCommands: least("redisCommands"),
    bytesToRedis: least("bytesToRedis"),
    bytesFromRedis: least("bytesFromRedis"),
    digests: least("digests"),
    resumptions: least("resumptions"),
    calls: least("calls"),
    files: least("files"),
    // Garbage that is collected meanwhile makes it less.
    allocatedKilobytes: Math.round(percentile(of("allocatedKilobytes"), 0.25)),
  };
}

/** What counting itself takes of Redis. */
type Counted = { readonly toBytes: number; readonly fromBytes: number };

async function countNothing({ redis }: Counting): Promise<Counted> {
  const counts: RedisCounts[] = [];
  for (let times = 0; times < MEASURED; times += 1) counts.push(await countRedis(redis));
  const pauses = counts.slice(1).map((after, index) => between(counts[index] ?? after, after));
  return {
    toBytes: Math.min(...pauses.map(({ toBytes }) => toBytes)),
    fromBytes: Math.min(...pauses.map(({ fromBytes }) => fromBytes)),
  };
}

async function countOnce(counting: Counting, nothing: Counted): Promise<VisitCost> {
  const { redis, room } = counting;
  // What a process knows of an event is fresh for a second: the visit before makes it so.
  await ask(counting);
  // What it leaves to be done afterwards is done by then.
  await delay(AFTERWARDS_MS);
  await room.begin();
  const before = await countRedis(redis);
  await ask(counting);
  const asked = between(before, await countRedis(redis));
  const { calls, allocatedBytes, ...work } = await room.takeWork();
  const called = [...calls.values()];
  return {
    redisCommands: asked.commands,
    bytesToRedis: asked.toBytes - nothing.toBytes,
    bytesFromRedis: asked.fromBytes - nothing.fromBytes,
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

type RedisCounts = Awaited<ReturnType<typeof countRedis>>;

async function countRedis(redis: Redis) {
  const info = await redis.info("stats", "commandstats");
  const figure = (name: string) => Number(new RegExp(`${name}:(\\d+)`).exec(info)?.[1]);
  const others = [...info.matchAll(/cmdstat_(?!info)\S+?:calls=(\d+)/g)];
  return {
    commands: others.reduce((sum, [, calls]) => sum + Number(calls), 0),
    toBytes: figure("total_net_input_bytes"),
    fromBytes: figure("total_net_output_bytes"),
    infoBytes: Buffer.byteLength(info),
  };
}

/** What Redis did between two counts, with what the count itself took; the length of its answer varies. */
function between(before: RedisCounts, after: RedisCounts) {
  return {
    commands: after.commands - before.commands,
    toBytes: after.toBytes - before.toBytes,
    fromBytes: after.fromBytes - before.fromBytes - before.infoBytes,
  };
}
