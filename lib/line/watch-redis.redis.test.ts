import { afterAll, afterEach, expect, test } from "vitest";
import { ownRedis } from "@/test/redis-members";
import { follow, type RedisMember } from "@/tools/redis-group/redis-members";
import { until } from "@/tools/shared/time";
import { connectRedis, waitForRedis } from "./redis";
import type { Redis } from "./redis-client";
import type { RedisDanger } from "./redis-safety";
import { keepRedisSafe, type RedisWatch } from "./watch-redis";

const servers = await ownRedis();
const opened: { close(): void }[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});
afterAll(() => servers.close());

async function connect(url: string): Promise<Redis> {
  const redis = connectRedis(url);
  opened.push({ close: () => redis.disconnect() });
  await waitForRedis(redis, 10_000);
  return redis;
}

const silent = { onDanger: () => undefined, onSafe: () => undefined };

async function keepSafe(redis: Redis, watcher: Parameters<typeof keepRedisSafe>[2] = silent) {
  const watch: RedisWatch = await keepRedisSafe(redis, "checked", watcher);
  opened.push({ close: watch.stop });
}

const alone = { "min-replicas-to-write": "0" };

test("a Redis alone that keeps what it is given is safe", async () => {
  const { url } = await servers.start(alone);
  await expect(keepSafe(await connect(url))).resolves.toBeUndefined();
});

test.each([
  [{ appendonly: "no" }, "Set appendonly to yes."],
  [{ appendfsync: "no" }, "Set appendfsync to everysec."],
  [
    { "maxmemory-policy": "allkeys-lru" },
    "Set maxmemory-policy to noeviction (it is allkeys-lru).",
  ],
])("with %j it is refused, and told what to do", async (settings, advice) => {
  const { url } = await servers.start({ ...alone, ...settings });
  await expect(keepSafe(await connect(url))).rejects.toThrow(advice);
});

test("several things that are wrong are all told at once", async () => {
  const { url } = await servers.start({
    ...alone,
    appendonly: "no",
    "maxmemory-policy": "volatile-ttl",
  });
  await expect(keepSafe(await connect(url))).rejects.toThrow(/appendonly.*\n.*maxmemory-policy/);
});

async function withReplicas(settings: Readonly<Record<string, string>>, count: number) {
  const master = await servers.start(settings);
  const replicas: RedisMember[] = [];
  for (let index = 0; index < count; index += 1) replicas.push(await servers.start());
  for (const replica of replicas) await follow(replica, master.port);
  return connect(master.url);
}

test.each([
  [{ "min-replicas-to-write": "0" }, 1, "Set min-replicas-to-write to at least 1"],
  [{ "min-replicas-to-write": "1" }, 3, "Set min-replicas-to-write to at least 2"],
  [
    { "min-replicas-max-lag": "0" },
    1,
    "Set min-replicas-max-lag to a number from 1 to 5 (it is 0).",
  ],
  [
    { "min-replicas-max-lag": "6" },
    1,
    "Set min-replicas-max-lag to a number from 1 to 5 (it is 6).",
  ],
])("with %j and %i replicas it is refused", async (settings, replicas, advice) => {
  const redis = await withReplicas(settings, replicas);
  await expect(keepSafe(redis)).rejects.toThrow(advice);
});

test("half of the replicas are enough", async () => {
  const redis = await withReplicas({ "min-replicas-to-write": "1" }, 2);
  await expect(keepSafe(redis)).resolves.toBeUndefined();
});

test("who may not read the settings is told of the right and of REDIS_DURABILITY", async () => {
  const { url } = await servers.start(alone);
  const admin = await connect(url);
  await admin.call("ACL", "SETUSER", "line", "on", ">secret", "~*", "&*", "+@all", "-config");
  const redis = await connect(url.replace("://", "://line:secret@"));
  await expect(keepSafe(redis)).rejects.toThrow(
    /ACL SETUSER name \+info \+config\|get.*REDIS_DURABILITY=managed/,
  );
  await expect(keepRedisSafe(redis, "managed", silent)).resolves.toBeDefined();
  await admin.call("ACL", "SETUSER", "line", "+config|get");
  await expect(keepSafe(redis)).resolves.toBeUndefined();
});

test("what is managed is not looked at", async () => {
  const { url } = await servers.start({ ...alone, appendonly: "no" });
  await expect(keepRedisSafe(await connect(url), "managed", silent)).resolves.toBeDefined();
});

test("a change while it runs is told once, and once more when it is good again", async () => {
  const { url } = await servers.start(alone);
  const redis = await connect(url);
  const told: string[] = [];
  const note = (what: string) => (danger: RedisDanger) => told.push(`${what} ${danger.code}`);
  await keepSafe(redis, { onDanger: note("danger"), onSafe: note("safe"), everyMs: 20 });
  const looks = async () => {
    const stats = await redis.info("commandstats");
    return Number(/cmdstat_config\|get:calls=(\d+)/.exec(stats)?.[1] ?? 0);
  };
  const looked = async () => {
    const from = await looks();
    await until("it has looked again", async () => (await looks()) > from + 10);
  };
  await redis.config("SET", "maxmemory-policy", "allkeys-random");
  await until("the danger is told", () => told.length === 1);
  await looked();
  await redis.config("SET", "appendonly", "no");
  await until("the second danger is told", () => told.length === 2);
  await redis.config("SET", "maxmemory-policy", "noeviction");
  await until("the first is over", () => told.length === 3);
  await redis.config("SET", "appendonly", "yes");
  await until("the second is over", () => told.length === 4);
  await looked();
  expect(told).toEqual([
    "danger evicts",
    "danger append-only-off",
    "safe evicts",
    "safe append-only-off",
  ]);
});
