import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { until } from "../shared/time";
import type { Environment } from "../stack/environment";
import { answersPing, findRedis, type RedisOptions } from "../stack/redis";
import { shiftedClock } from "./shifted-clock";

export type RedisMember = { readonly name: string; readonly port: number; readonly url: string };

export interface MemberOptions extends RedisOptions {
  readonly name: string;
  /** How far its clock is off. */
  readonly clockSeconds?: number;
  /** Settings over the safe ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** What each of several Redis needs so that two of them never serve at the same time. */
const SAFE = {
  ...{ bind: "127.0.0.1", "replica-announce-ip": "127.0.0.1", save: "", daemonize: "no" },
  ...{ appendonly: "yes", appendfsync: "everysec", "maxmemory-policy": "noeviction" },
  ...{ "min-replicas-to-write": "1", "min-replicas-max-lag": "5" },
  // A replica gets its first copy at once.
  "repl-diskless-sync-delay": "0",
} as const;

/** Runs the program of Redis with these arguments; resolves when it answers. */
export async function runRedis(
  options: Pick<RedisOptions, "dataDirectory" | "supervisor" | "onProgress">,
  own: { name: string; port: number; args: string[]; env: Environment; tier: 1 | 2 },
): Promise<RedisMember> {
  const { name, port, ...run } = own;
  const program = await findRedis(options);
  const env = { LC_ALL: "C", ...program.env, ...run.env };
  options.supervisor.run({ name, command: program.command, ...run, env });
  const url = `redis://127.0.0.1:${port}`;
  await options.supervisor.waitUntilReady(name, () => answersPing(url));
  return { name, port, url };
}

/** Starts one Redis of a group, with its data in `<dataDirectory>/<name>`. */
export async function startRedisMember(options: MemberOptions): Promise<RedisMember> {
  const { name, port, dataDirectory, clockSeconds = 0 } = options;
  const dir = join(dataDirectory, name);
  await mkdir(dir, { recursive: true });
  const env = await shiftedClock(clockSeconds, join(dataDirectory, "clock"));
  const settings = { ...SAFE, port: `${port}`, dir, ...options.settings };
  const args = Object.entries(settings).flatMap(([key, value]) => [`--${key}`, value]);
  return runRedis(options, { name, port, args, env, tier: 1 });
}

/** Makes one Redis copy the one that listens on `masterPort`; resolves when it has all of it. */
export async function follow({ name, url }: RedisMember, masterPort: number): Promise<void> {
  const redis = connectRedis(url);
  try {
    await waitForRedis(redis, 10_000);
    await redis.replicaof("127.0.0.1", masterPort);
    await until(`${name} has copied the master`, async () =>
      (await redis.info("replication")).includes("master_link_status:up"),
    );
  } finally {
    redis.disconnect();
  }
}
