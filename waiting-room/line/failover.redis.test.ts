import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, openRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { openTestEvent, passTime } from "@/test/line";
import { ownRedis } from "@/test/redis-members";
import { type SlowLink, startSlowLink } from "@/test/slow-link";
import { follow, type RedisMember } from "@/tools/redis-group/redis-members";
import { startSentinel } from "@/tools/redis-group/replicated-redis";
import { until } from "@/tools/shared/time";
import { EventLine } from "./event-line";
import { LineUnavailable } from "./line-unavailable";

const servers = await ownRedis();
const opened: { close(): void }[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});
afterAll(() => servers.close());

async function connect({ url }: RedisMember): Promise<Redis> {
  const redis = connectRedis(url);
  opened.push({ close: () => redis.disconnect() });
  await waitForRedis(redis, 10_000);
  return redis;
}

async function linkTo({ port }: RedisMember): Promise<SlowLink> {
  const link = await startSlowLink(port);
  opened.push(link);
  return link;
}

/** A process with a connection of its own, whose visitors join one after the other. */
class Room {
  /** When visitors got a number, by the clock of the machine, on which all Redis run. */
  readonly joinedAtMs: number[] = [];
  readonly line: EventLine;

  constructor(redis: Redis, settings: EventSettings) {
    this.line = new EventLine(redis, settings, randomUUID());
  }

  async join(): Promise<void> {
    try {
      const request = { joinId: randomBytes(16), repeatedAfterMs: null, lane: 0 };
      const outcome = await this.line.join(request);
      if (outcome.type === "joined") this.joinedAtMs.push(outcome.lineTimeMs);
    } catch (error) {
      if (!(error instanceof LineUnavailable) && !String(error).includes("NOREPLICAS")) throw error;
    }
  }
}

/** One master and two replicas, of which each has a link of its own to the master. */
async function startThree(master: Readonly<Record<string, string>> = {}) {
  const a = await servers.start(master);
  const b = await servers.start();
  const c = await servers.start();
  const links = await Promise.all([linkTo(a), linkTo(a)]);
  await Promise.all([b, c].map((replica, index) => follow(replica, links[index]?.port ?? 0)));
  const before = await connect(a);
  await until("the master knows its replicas", async () =>
    (await before.info("replication")).includes("min_slaves_good_slaves:2"),
  );
  const settings = await openTestEvent(before, { queueAll: true });
  const copied = await before.wait(2, 10_000);
  expect(copied).toBe(2);
  return { a, b, c, links, before, settings };
}

test("a promoted Redis gives nothing before the one it replaces has stopped", async () => {
  const { b, c, links, before, settings } = await startThree();
  const old = new Room(before, settings);
  await old.join();
  for (const link of links) link.hold({ sent: true, received: true });
  const after = await connect(b);
  await after.replicaof("NO", "ONE");
  await follow(c, b.port);
  const promoted = new Room(after, settings);
  await until(
    "both have been asked for long enough",
    async () => {
      await Promise.all([old.join(), promoted.join()]);
      return promoted.joinedAtMs.length > 10;
    },
    60_000,
  );
  expect(old.joinedAtMs.length).toBeGreaterThan(1);
  expect(Math.max(...old.joinedAtMs)).toBeLessThan(Math.min(...promoted.joinedAtMs));
});

test("a master whose replicas are silent gives nothing, before Redis itself refuses", async () => {
  const { links, before, settings } = await startThree({ "min-replicas-max-lag": "3600" });
  const room = new Room(before, settings);
  await room.join();
  expect(room.joinedAtMs).toHaveLength(1);
  for (const link of links) link.hold({ sent: true });
  let sinceLast = 0;
  await until(
    "it has refused twenty in a row",
    async () => {
      const known = room.joinedAtMs.length;
      await room.join();
      sinceLast = room.joinedAtMs.length === known ? sinceLast + 1 : 0;
      return sinceLast >= 20;
    },
    60_000,
  );
  for (const link of links) link.hold({});
  const known = room.joinedAtMs.length;
  await until("it gives again", async () => {
    await room.join();
    return room.joinedAtMs.length > known;
  });
});

test("what a loss skipped is on a replica before anything is given", async () => {
  const { b, c, settings } = await startThree();
  const after = await connect(b);
  await after.replicaof("NO", "ONE");
  const link = await linkTo(b);
  await follow(c, link.port);
  // The replica still says that it is there, and hears nothing any more.
  link.hold({ received: true });
  const room = new Room(after, settings);
  await room.join();
  const line = eventKeys(settings).line;
  const [heldOffset, holdUntilMs] = await after.hmget(line, "heldOffset", "holdUntilMs");
  expect(Number(heldOffset)).toBeGreaterThan(0);
  await passTime(after, settings, 60_000);
  expect(await room.line.refresh().then(() => room.line.isRecovering)).toBe(true);
  await room.join();
  expect(room.joinedAtMs).toEqual([]);
  expect(await after.hget(line, "holdUntilMs")).toBe(holdUntilMs);
  link.hold({});
  await until("the replica has it", async () => {
    await room.join();
    return room.joinedAtMs.length > 0;
  });
  expect(await after.hexists(line, "heldOffset")).toBe(0);
});

test("who was let in through the former master is not let in again through the promoted one", async () => {
  const { a, b, c, links, before, settings } = await startThree();
  const sentinel = await watchMaster(a);
  const room = connectRedis(sentinel.url);
  opened.push({ close: () => room.disconnect() });
  await waitForRedis(room, 10_000);
  const line = new EventLine(room, settings, randomUUID());
  const visitors = await callVisitors(line, 30);
  await before.wait(2, 10_000);

  for (const link of links) link.hold({ sent: true, received: true });
  const admitted = await Promise.all(visitors.map((visitor) => line.enter(visitor)));
  const inside = visitors.filter((_, index) => admitted[index]?.type === "admitted");
  expect(inside.length).toBeGreaterThan(0);
  await sentinel.forget();
  const after = await connect(b);
  await after.replicaof("NO", "ONE");
  await follow(c, b.port);
  await sentinel.name(b);

  const other = new EventLine(after, settings, randomUUID());
  const outcomes = new Map<number, string>();
  await until(
    "everybody has an answer",
    async () => {
      await line.refresh().catch(() => undefined);
      for (const visitor of inside) {
        const copy = { ...visitor, claim: randomBytes(16).toString("hex") };
        const outcome = await other.enter(copy).catch(() => null);
        if (outcome !== null && outcome.type !== "wait") outcomes.set(copy.number, outcome.type);
      }
      return outcomes.size === inside.length;
    },
    60_000,
  );
  expect([...new Set(outcomes.values())]).toEqual(["used"]);
});

/** So many visitors who have been called. */
async function callVisitors(line: EventLine, count: number) {
  await line.refresh();
  const visitors = await Promise.all(
    Array.from({ length: count }, async () => {
      const request = { joinId: randomBytes(16), repeatedAfterMs: null, lane: 0 };
      const outcome = await line.join(request);
      if (outcome.type !== "joined") throw new Error(`A visitor could not join: ${outcome.type}`);
      const { number } = outcome;
      await line.confirmPresence({ lane: 0, number });
      const claim = randomBytes(16).toString("hex");
      return { lane: 0, number, rank: number, queueId: randomUUID(), claim };
    }),
  );
  await until("all are called", async () => {
    await line.refresh();
    return line.servingNumber(0) >= count;
  });
  return visitors;
}

/** A Sentinel that names this master until it is told another. */
async function watchMaster({ port: masterPort }: RedisMember) {
  const { supervisor, dataDirectory } = servers;
  const port = await servers.nextPort();
  const options = { supervisor, dataDirectory, onProgress: () => undefined };
  const sentinel = { name: "sentinel", port, masterName: "line", masterPort, quorum: 1 };
  await startSentinel(options, sentinel);
  const redis = openRedis(`redis://127.0.0.1:${port}`, { enableReadyCheck: false });
  opened.push({ close: () => redis.disconnect() });
  return {
    url: `redis+sentinel://127.0.0.1:${port}/line`,
    forget: () => redis.call("SENTINEL", "REMOVE", "line"),
    name: (master: RedisMember) =>
      redis.call("SENTINEL", "MONITOR", "line", "127.0.0.1", master.port, "1"),
  };
}
