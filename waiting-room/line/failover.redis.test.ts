import { randomBytes, randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { afterAll, afterEach, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { openTestEvent, passTime } from "@/test/line";
import { ownRedis } from "@/test/redis-members";
import { type SlowLink, startSlowLink } from "@/test/slow-link";
import { until } from "@/tools/shared/time";
import { follow, type RedisMember } from "@/tools/stack/redis-members";
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
