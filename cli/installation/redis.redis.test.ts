import { mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { installationTags, markOwnRedis } from "@/lib/line/commands/installation-mark";
import { noteTick, tellPresence } from "@/lib/line/commands/presence";
import { PRESENCE_KEY, TICKED_KEY } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { VERSION } from "@/lib/platform/version";
import { parseMasterKey } from "@/lib/secrets/seal";
import { ownRedis } from "@/test/redis-members";
import { follow, startRedisMember } from "@/tools/redis-group/redis-members";
import { until } from "@/tools/shared/time";
import { checkRedisClock } from "./clocks";
import { checkProcesses } from "./processes";
import { checkOwner, checkRedis, withRedis } from "./redis";

const servers = await ownRedis();
const ALONE = { "min-replicas-to-write": "0" };
const { url } = await servers.start(ALONE);

afterAll(() => servers.close(), 60_000);

const codes = (findings: readonly { readonly code: string }[]) => findings.map(({ code }) => code);

async function look(address: string, work: Parameters<typeof withRedis>[1]): Promise<string[]> {
  return codes((await withRedis(address, work)).findings);
}

const check = (address = url, limits = {}) =>
  look(address, (redis) => checkRedis(redis, "checked", limits));

describe("Redis", () => {
  test("that is set up well gives no finding", async () => {
    expect(await check()).toEqual([]);
  });

  test("that is not there, or speaks another language, is unreachable", async () => {
    expect(await check(`redis://127.0.0.1:${await servers.nextPort()}`)).toEqual([
      "redis.unreachable",
    ]);
    const silent = createServer((socket) => socket.on("error", () => undefined));
    const silentPort = await servers.nextPort();
    await new Promise<void>((resolve) => silent.listen(silentPort, "127.0.0.1", resolve));
    expect(await check(`redis://127.0.0.1:${silentPort}`)).toEqual(["redis.unreachable"]);
    silent.close();
  });

  test("that wants another password, or one at all, refuses", async () => {
    const secured = await servers.start(ALONE);
    await look(secured.url, async (redis) => {
      await redis.config("SET", "requirepass", "right");
      return [];
    });
    const { host } = new URL(secured.url);
    expect(await check(secured.url)).toEqual(["redis.refused"]);
    const wrong = await withRedis(`redis://:wrongpass@${host}`, async () => []);
    expect(codes(wrong.findings)).toEqual(["redis.refused"]);
    expect(JSON.stringify(wrong)).not.toContain("wrongpass@");
    expect(await check(`redis://:right@${host}`)).toEqual([]);
  });

  test("that is a replica takes no writes", async () => {
    const [master, replica] = [await servers.start(ALONE), await servers.start(ALONE)];
    await follow(replica, master.port);
    expect(await check(replica.url)).toEqual(["redis.read-only"]);
  });

  test("that lacks the database of the address is told, and nothing is done in another", async () => {
    expect(await check(`${url}/99`)).toEqual(["redis.database-missing"]);
  });

  test("that another installation has marked is foreign, and an empty one is not", async () => {
    const masters = [1, 2].map((byte) =>
      parseMasterKey(Buffer.alloc(32, byte).toString("base64url")),
    );
    const [own, other] = masters.map((master) => [master]);
    const shared = await servers.start(ALONE);
    const owner = (keys = own) => look(shared.url, (redis) => checkOwner(redis, keys ?? []));
    expect(await owner(other)).toEqual([]);
    await look(shared.url, async (redis) => {
      expect(await markOwnRedis(redis, installationTags(own ?? []))).toBe(true);
      expect(await markOwnRedis(redis, installationTags(other ?? []))).toBe(false);
      return [];
    });
    expect(await owner(other)).toEqual(["redis.foreign"]);
    expect(await owner(own)).toEqual([]);
    // In a rotation both keys are there, and afterwards only the newer one.
    await look(shared.url, async (redis) => {
      expect(await markOwnRedis(redis, installationTags(masters.toReversed()))).toBe(true);
      return [];
    });
    expect(await owner(other)).toEqual([]);
    await look(shared.url, async (redis) => {
      await redis.flushall();
      return [];
    });
    expect(await owner(other)).toEqual([]);
  });

  test("that takes no writes is told by its reason", async () => {
    const full = await servers.start({ ...ALONE, maxmemory: "1" });
    expect(await check(full.url)).toEqual(["redis.memory-full"]);
    const lonely = await servers.start({ "min-replicas-to-write": "1" });
    expect(await check(lonely.url)).toEqual(["redis.read-only"]);
    const failing = await servers.start({ ...ALONE, save: "3600 1" });
    await mkdir(join(servers.dataDirectory, failing.name, "dump.rdb"));
    await look(failing.url, async (redis) => {
      await redis.bgsave();
      await until("the snapshot has failed", async () =>
        (await redis.info("persistence")).includes("rdb_last_bgsave_status:err"),
      );
      return [];
    });
    expect(await check(failing.url)).toEqual(["redis.cannot-save"]);
  });

  test("that is too old is told", async () => {
    expect(await check(url, { oldest: "99" })).toEqual(["redis.too-old"]);
  });

  test("whose disk or memory is nearly full is told", async () => {
    expect(await check(url, { leastFreeBytes: Number.MAX_SAFE_INTEGER })).toEqual([
      "redis.disk-nearly-full",
    ]);
    const small = await servers.start(ALONE);
    await look(small.url, async (redis) => {
      const used = Number(/used_memory:(\d+)/.exec(await redis.info("memory"))?.[1]);
      await redis.config("SET", "maxmemory", Math.round(used * 1.1));
      return [];
    });
    expect(await check(small.url)).toEqual(["redis.memory-nearly-full"]);
  });

  test.each([
    ["redis.append-only-off", { appendonly: "no" }],
    ["redis.append-only-unsynced", { appendfsync: "no" }],
    ["redis.evicts", { "maxmemory-policy": "allkeys-lru" }],
  ])("that could lose the line: %s", async (code, settings) => {
    const unsafe = await servers.start({ ...ALONE, ...settings });
    expect(await check(unsafe.url)).toEqual([code]);
    const managed = look(unsafe.url, (redis) => checkRedis(redis, "managed"));
    expect(await managed).toEqual([]);
  });

  test("with replicas has to need them, and soon", async () => {
    const master = await servers.start({ ...ALONE, "min-replicas-max-lag": "0" });
    const replica = await servers.start(ALONE);
    await follow(replica, master.port);
    expect(await check(master.url)).toEqual([
      "redis.replicas-not-needed",
      "redis.replica-lag-unlimited",
    ]);
  });

  test("that hides its settings is told", async () => {
    const hiding = await servers.start(ALONE);
    await look(hiding.url, async (redis) => {
      await redis.call("ACL", "SETUSER", "line", "on", ">pass", "~*", "+@all", "-config");
      return [];
    });
    const { host } = new URL(hiding.url);
    expect(await check(`redis://line:pass@${host}`)).toEqual(["redis.settings-hidden"]);
  });

  test("whose clock differs is told", async () => {
    expect(await look(url, checkRedisClock)).toEqual([]);
    const { dataDirectory, supervisor } = servers;
    const name = "redis-behind";
    const behind = await startRedisMember({
      name,
      port: await servers.nextPort(),
      dataDirectory,
      supervisor,
      onProgress: () => undefined,
      settings: ALONE,
      clockSeconds: -30,
    });
    const { findings } = await withRedis(behind.url, checkRedisClock);
    expect(findings.map(({ code, what }) => [code, what])).toEqual([
      ["clock.redis-off", "The clock of Redis is 30 s behind the clock of this machine."],
    ]);
  });
});

describe("processes", () => {
  async function tell(redis: Redis, program: string, more: object = {}, agoMs = 0): Promise<void> {
    const presence = {
      program,
      id: program,
      version: VERSION,
      status: "ready",
      codes: [],
      ...more,
    };
    const text = JSON.stringify(presence);
    await tellPresence(redis, { nowMs: Date.now() - agoMs, text, former: "" });
  }

  async function tellAll(redis: Redis): Promise<void> {
    await redis.del(PRESENCE_KEY, TICKED_KEY);
    await noteTick(redis, Date.now());
    for (const program of ["console", "waiting-room", "worker"]) await tell(redis, program);
  }

  const find = (change: (redis: Redis) => Promise<unknown>) =>
    look(url, async (redis) => {
      await tellAll(redis);
      await change(redis);
      return checkProcesses(redis);
    });

  test("that all run give no finding", async () => {
    expect(await find(async () => undefined)).toEqual([]);
  });

  test("that do not run are named", async () => {
    expect(await find((redis) => redis.del(PRESENCE_KEY))).toEqual([
      "processes.no-console",
      "processes.no-waiting-room",
      "processes.no-worker",
    ]);
  });

  test("that were not heard of for half a minute do not run", async () => {
    const late = async (redis: Redis) => {
      await redis.del(PRESENCE_KEY);
      await tell(redis, "worker", {}, 30_000);
      await tell(redis, "console");
      await tell(redis, "waiting-room");
    };
    expect(await find(late)).toEqual(["processes.no-worker"]);
  });

  test("of which no worker ticks are stalled", async () => {
    expect(await find((redis) => noteTick(redis, Date.now() - 20_000))).toEqual([
      "processes.worker-stalled",
    ]);
  });

  test("of another version are told", async () => {
    const other = { id: "other", version: "0.0.1" };
    expect(await find((redis) => tell(redis, "waiting-room", other))).toEqual([
      "processes.version-differs",
    ]);
  });

  test("that are not well are told, unless they just start or end", async () => {
    const ill = { status: "degraded", codes: ["clock.off"] };
    const ending = { id: "ending", status: "unready", codes: ["process.draining"] };
    const both = async (redis: Redis) => {
      await tell(redis, "worker", { ...ill, id: "ill" });
      await tell(redis, "worker", ending);
    };
    expect(await find(both)).toEqual(["processes.unwell"]);
  });
});
