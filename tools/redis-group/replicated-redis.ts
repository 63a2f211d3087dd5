import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "../shared/time";
import { findFreePorts } from "../stack/ports";
import { askRedis, type RedisOptions } from "../stack/redis";
import { follow, type RedisMember, runRedis, startRedisMember } from "./redis-members";

export type ReplicatedRedis = Awaited<ReturnType<typeof startReplicatedRedis>>;

type ReplicatedOptions = Omit<RedisOptions, "port"> & {
  readonly clocks: readonly [number, number, number];
};

const MASTER_NAME = "stanchion";
const SENTINELS = 3;
/** Sentinel calls a master dead when it has been silent for so long. */
const DOWN_AFTER_MS = 2_000;
const READY_MS = 30_000;

export async function startReplicatedRedis(options: ReplicatedOptions) {
  const { supervisor, clocks, onProgress } = options;
  const [a = 0, b = 0, c = 0, ...sentinelPorts] = Object.values(await findFreePorts());
  onProgress("Starting three Redis and three Sentinels");
  // Sentinel promotes the lowest priority first: the second member, then the third.
  const start = (name: string, port: number, clockSeconds: number, priority: string) => {
    const settings = { "replica-priority": priority };
    return startRedisMember({ ...options, name, port, clockSeconds, settings });
  };
  // The first one is the master to begin with; each of the others is promoted before those behind it.
  const members: readonly [RedisMember, RedisMember, RedisMember] = [
    await start("redis-1", a, clocks[0], "30"),
    await start("redis-2", b, clocks[1], "10"),
    await start("redis-3", c, clocks[2], "20"),
  ];
  for (const replica of members.slice(1)) await follow(replica, a);
  const ports = sentinelPorts.slice(0, SENTINELS);
  const watched = { masterName: MASTER_NAME, masterPort: a, quorum: 2 };
  for (const [index, port] of ports.entries())
    await startSentinel(options, { name: `sentinel-${index + 1}`, port, ...watched });
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
  await until("the Sentinels know each other and the replicas", () => knowAll(ports), READY_MS);
  return {
    /** The address for `REDIS_URL`, which names the Sentinels. */
    url: `redis+sentinel://${hosts}/${MASTER_NAME}`,
    members,
    async master(): Promise<RedisMember | undefined> {
      const named = await askSentinels(ports, async (call) => {
        const reply = await call("GET-MASTER-ADDR-BY-NAME", MASTER_NAME);
        return Array.isArray(reply) ? Number(reply[1]) : null;
      });
      return members.find(({ port }) => named.filter((one) => one === port).length > SENTINELS / 2);
    },
    /** Sends a signal: `SIGSTOP` freezes a member, `SIGCONT` lets it go on. */
    signal({ name }: RedisMember, signal: NodeJS.Signals): void {
      const processId = supervisor.processId(name);
      if (processId === undefined) throw new Error(`${name} does not run.`);
      process.kill(processId, signal);
    },
  };
}

/** Starts a Sentinel that looks after a master and its replicas. */
export async function startSentinel(
  options: Pick<RedisOptions, "dataDirectory" | "supervisor" | "onProgress">,
  sentinel: Readonly<
    Record<"name" | "masterName", string> & Record<"port" | "masterPort" | "quorum", number>
  >,
): Promise<void> {
  const { name, port, masterName, masterPort, quorum } = sentinel;
  const dir = join(options.dataDirectory, name);
  await mkdir(dir, { recursive: true });
  const file = join(dir, "sentinel.conf");
  const settings = `port ${port}
bind 127.0.0.1
dir ${dir}
sentinel monitor ${masterName} 127.0.0.1 ${masterPort} ${quorum}
sentinel down-after-milliseconds ${masterName} ${DOWN_AFTER_MS}
sentinel failover-timeout ${masterName} 10000
sentinel parallel-syncs ${masterName} 2
`;
  await writeFile(file, settings);
  await runRedis(options, { name, port, args: [file, "--sentinel"], env: {}, tier: 2 });
}

type Call = (...words: string[]) => Promise<unknown>;

function askSentinels<Answer>(ports: readonly number[], question: (call: Call) => Promise<Answer>) {
  const ask = (port: number) =>
    askRedis(`redis://127.0.0.1:${port}`, (sentinel) =>
      question((...words) => sentinel.call("SENTINEL", ...words)),
    );
  return Promise.all(ports.map(ask));
}

async function knowAll(ports: readonly number[]): Promise<boolean> {
  const known = await askSentinels(ports, async (call) => {
    const lists = [await call("SENTINELS", MASTER_NAME), await call("REPLICAS", MASTER_NAME)];
    return lists.map((list) => (Array.isArray(list) ? list.length : 0)).join();
  });
  return known.every((counts) => counts === `${SENTINELS - 1},2`);
}
