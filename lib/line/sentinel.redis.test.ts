import { Redis } from "ioredis";
import { afterAll, test } from "vitest";
import { ownRedis } from "@/test/redis-members";
import { startReplicatedRedis } from "@/tools/redis-group/replicated-redis";
import { until } from "@/tools/shared/time";
import { connectRedis, waitForRedis } from "./redis";
import { keepRedisSafe } from "./watch-redis";

const servers = await ownRedis();
const replicated = await startReplicatedRedis({
  dataDirectory: servers.dataDirectory,
  supervisor: servers.supervisor,
  clocks: [0, 0, 0],
  onProgress: () => undefined,
});
const [first, second, third] = replicated.members;
const redis = connectRedis(replicated.url);
await waitForRedis(redis, 10_000);

afterAll(async () => {
  redis.disconnect();
  await servers.close();
});

/** Resolves when a write got through to the member on this port. */
function writesTo(port: number): Promise<void> {
  return until(
    `a write reaches ${port}`,
    async () => {
      try {
        await redis.incr("written");
        return (await redis.info("server")).includes(`tcp_port:${port}\r`);
      } catch {
        return false;
      }
    },
    90_000,
  );
}

test("goes to the one that Sentinel promotes: after a master that stands still, and one that is killed", async () => {
  await writesTo(first.port);
  const watch = await keepRedisSafe(redis, "checked", {
    onDanger: () => undefined,
    onSafe: () => undefined,
  });
  watch.stop();
  replicated.signal(first, "SIGSTOP");
  await writesTo(second.port);
  replicated.signal(first, "SIGCONT");
  await until(
    "the first one follows",
    async () =>
      (await redis.info("replication").catch(() => "")).includes("min_slaves_good_slaves:2"),
    90_000,
  );
  await servers.supervisor.stop(second.name, "SIGKILL");
  await writesTo(third.port);
});

test("leaves a former master that still answers", async () => {
  const alone = await servers.start({ "min-replicas-to-write": "0" });
  const [hosts = "", name = ""] = replicated.url.replace(/^.*:\/\//, "").split("/");
  const master = await replicated.master();
  await writesTo(master?.port ?? 0);
  for (const host of hosts.split(",")) {
    const sentinel = new Redis(`redis://${host}`);
    await sentinel.call("SENTINEL", "REMOVE", name);
    await sentinel.call("SENTINEL", "MONITOR", name, "127.0.0.1", alone.port, "2");
    sentinel.disconnect();
  }
  await writesTo(alone.port);
});
