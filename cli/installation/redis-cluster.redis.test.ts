import { afterAll, expect, test } from "vitest";
import { ownRedis } from "@/test/redis-members";
import { startRedisCluster } from "@/tools/redis-group/redis-cluster";
import { askRedis } from "@/tools/stack/redis";
import { checkRedis, withRedis } from "./redis";

const servers = await ownRedis();
const cluster = await startRedisCluster({
  dataDirectory: servers.dataDirectory,
  supervisor: servers.supervisor,
  ...{ masters: 3, isReplicated: true },
  onProgress: () => undefined,
});
afterAll(() => servers.close());

async function codes(): Promise<string[]> {
  const { findings } = await withRedis(cluster.url, (redis) => checkRedis(redis, "checked"));
  return findings.map(({ code }) => code);
}

function configureAll(name: string, value: string): Promise<unknown> {
  return Promise.all(
    cluster.members.map(({ url }) => askRedis(url, (redis) => redis.config("SET", name, value))),
  );
}

test("a cluster that is well set up", async () => {
  expect(await codes()).toEqual([]);
});

test.each([
  ["redis.cluster-stops-whole", "cluster-require-full-coverage", "yes", "no"],
  ["redis.cluster-timeout-long", "cluster-node-timeout", "60000", "2000"],
  ["redis.evicts", "maxmemory-policy", "allkeys-lru", "noeviction"],
])("%s: %s is %s", async (code, name, bad, good) => {
  await configureAll(name, bad);
  expect(await codes()).toEqual([code]);
  await configureAll(name, good);
});

test("a setting of one node alone is found, too", async () => {
  const [master] = await cluster.masters();
  await askRedis(master?.url ?? "", (redis) =>
    redis.config("SET", "maxmemory-policy", "volatile-ttl"),
  );
  expect(await codes()).toEqual(["redis.evicts"]);
  await configureAll("maxmemory-policy", "noeviction");
});

test("without its replicas, and then without a master", async () => {
  const masters = await cluster.masters();
  const replicas = cluster.members.filter(({ name }) => !masters.some((one) => one.name === name));
  for (const { name } of replicas) await servers.supervisor.stop(name, "SIGKILL");
  await expect.poll(codes, { timeout: 60_000 }).toEqual(["redis.cluster-unreplicated"]);
  const [one] = masters;
  await servers.supervisor.stop(one?.name ?? "", "SIGKILL");
  await expect.poll(codes, { timeout: 60_000 }).toContain("redis.cluster-incomplete");
});

test("a wrong password is said, not that nobody is there", async () => {
  const address = cluster.url.replace("://", "://nobody:wrong@");
  const { findings } = await withRedis(address, async () => []);
  expect(findings.map(({ code }) => code)).toEqual(["redis.refused"]);
});
