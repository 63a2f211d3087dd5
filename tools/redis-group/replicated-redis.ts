import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openRedis } from "@/lib/line/redis";
import { until } from "../shared/time";
import { findFreePorts } from "../stack/ports";
import { answersPing, findRedis, type RedisOptions } from "../stack/redis";
import { follow, type RedisMember, startRedisMember } from "./redis-members";

/** A master, two replicas, and three Sentinels that look after them. */
export interface ReplicatedRedis {
  /** The address for `REDIS_URL`, which names the Sentinels. */
  readonly url: string;
  /** The first one is the master to begin with; each of the others is promoted before those behind it. */
  readonly members: readonly [RedisMember, RedisMember, RedisMember];
  /** The member that the Sentinels call the master. */
  master(): Promise<RedisMember | undefined>;
  /** Sends a signal: `SIGSTOP` freezes a member, `SIGCONT` lets it go on. */
  signal(member: RedisMember, signal: NodeJS.Signals): void;
}

export type ReplicatedOptions = Omit<RedisOptions, "port"> & {
  /** How far the clock of each member is off, in seconds. */
  readonly clocks: readonly [number, number, number];
};

const MASTER_NAME = "stanchion";
const SENTINELS = 3;
/** Sentinel calls a master dead when it has been silent for so long. */
const DOWN_AFTER_MS = 2_000;
const READY_MS = 30_000;
/** Sentinel promotes the lowest first: the second member, then the third. */
const PRIORITIES = ["30", "10", "20"];

/** Starts all of them on free ports of this machine; resolves when a failover would work. */
export async function startReplicatedRedis(options: ReplicatedOptions): Promise<ReplicatedRedis> {
  const { supervisor, clocks, onProgress } = options;
  const [a = 0, b = 0, c = 0, ...sentinelPorts] = Object.values(await findFreePorts());
  onProgress("Starting three Redis and three Sentinels");
  const start = (index: number, port: number, clockSeconds: number) =>
    startRedisMember({
      ...options,
      port,
      clockSeconds,
      name: `redis-${index + 1}`,
      settings: { "replica-priority": PRIORITIES[index] ?? "100" },
    });
  const members: ReplicatedRedis["members"] = [
    await start(0, a, clocks[0]),
    await start(1, b, clocks[1]),
    await start(2, c, clocks[2]),
  ];
  for (const replica of members.slice(1)) await follow(replica, a);
  const ports = sentinelPorts.slice(0, SENTINELS);
  for (const [index, port] of ports.entries()) {
    const name = `sentinel-${index + 1}`;
    await startSentinel(options, { name, port, masterName: MASTER_NAME, masterPort: a, quorum: 2 });
  }
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
  await until("the Sentinels know each other and the replicas", () => knowAll(ports), READY_MS);
  return {
    url: `redis+sentinel://${hosts}/${MASTER_NAME}`,
    members,
    async master() {
      const port = await masterPort(ports);
      return members.find((member) => member.port === port);
    },
    signal({ name }, signal) {
      const processId = supervisor.processId(name);
      if (processId === undefined) throw new Error(`${name} does not run.`);
      process.kill(processId, signal);
    },
  };
}

/** Starts a Sentinel that looks after a master and its replicas. */
export async function startSentinel(
  options: Pick<RedisOptions, "dataDirectory" | "supervisor" | "onProgress">,
  sentinel: {
    readonly name: string;
    readonly port: number;
    readonly masterName: string;
    readonly masterPort: number;
    readonly quorum: number;
  },
): Promise<void> {
  const { name, port, masterName, masterPort, quorum } = sentinel;
  const dir = join(options.dataDirectory, name);
  await mkdir(dir, { recursive: true });
  const file = join(dir, "sentinel.conf");
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    `dir ${dir}`,
    `sentinel monitor ${masterName} 127.0.0.1 ${masterPort} ${quorum}`,
    `sentinel down-after-milliseconds ${masterName} ${DOWN_AFTER_MS}`,
    `sentinel failover-timeout ${masterName} 10000`,
    `sentinel parallel-syncs ${masterName} 2`,
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  const program = await findRedis(options);
  options.supervisor.run({
    name,
    command: program.command,
    args: [file, "--sentinel"],
    env: { LC_ALL: "C", ...program.env },
    tier: 2,
  });
  await options.supervisor.waitUntilReady(name, () => answersPing(`redis://127.0.0.1:${port}`));
}

/** Asks a Sentinel; null when it does not answer. */
async function askSentinel<Answer>(
  port: number,
  question: (call: (...words: string[]) => Promise<unknown>) => Promise<Answer>,
): Promise<Answer | null> {
  const sentinel = openRedis(`redis://127.0.0.1:${port}`, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    commandTimeout: 1_000,
  });
  sentinel.on("error", () => undefined);
  try {
    await sentinel.connect();
    return await question((...words) => sentinel.call("SENTINEL", ...words));
  } catch {
    return null;
  } finally {
    sentinel.disconnect();
  }
}

/** The port that most of the Sentinels name. */
async function masterPort(ports: readonly number[]): Promise<number | undefined> {
  const named = await Promise.all(
    ports.map((port) =>
      askSentinel(port, async (call) => {
        const reply = await call("GET-MASTER-ADDR-BY-NAME", MASTER_NAME);
        return Array.isArray(reply) ? Number(reply[1]) : null;
      }),
    ),
  );
  return named.find(
    (one): one is number =>
      one !== null && named.filter((other) => other === one).length > ports.length / 2,
  );
}

async function knowAll(ports: readonly number[]): Promise<boolean> {
  const counts = await Promise.all(
    ports.map((port) =>
      askSentinel(port, async (call) => {
        const sentinels = await call("SENTINELS", MASTER_NAME);
        const replicas = await call("REPLICAS", MASTER_NAME);
        return [sentinels, replicas].map((list) => (Array.isArray(list) ? list.length : 0));
      }),
    ),
  );
  return counts.every((known) => known?.[0] === SENTINELS - 1 && known[1] === 2);
}
