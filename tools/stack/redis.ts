import { randomBytes } from "node:crypto";
import { chmod, mkdir, readdir, realpath, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Environment } from "./environment";
import type { Supervisor } from "./processes";
import { installProgram, unpackPackages } from "./programs";

type RedisProgram = { readonly command: string; readonly env: Environment };

export interface RedisOptions {
  readonly dataDirectory: string;
  readonly port: number;
  readonly supervisor: Supervisor;
  readonly onProgress: (line: string) => void;
}

/** The Redis of this machine, installed from Debian's packages as root when there is none, or null. */
export function installRedis(onProgress: (line: string) => void): string | null {
  return installProgram("redis-server", ["redis-server", "valkey-server"], onProgress);
}

/** A Redis of this machine, installed or unpacked when there is none. Throws one sentence when none can be had. */
export async function findRedis(options: Pick<RedisOptions, "dataDirectory" | "onProgress">) {
  const command = installRedis(options.onProgress);
  if (command !== null) return { command, env: {} };
  const folder = join(options.dataDirectory, "programs");
  const unpack = () => unpackPackages(["redis-server", "redis-tools"], folder);
  const unpacked = (await findUnpacked(folder)) ?? (unpack() ? await findUnpacked(folder) : null);
  if (unpacked !== null) return unpacked;
  throw new ExpectedFailure(
    "No Redis was found and none could be installed. Install Redis 7 or Valkey (for example: apt-get install redis-server), or set REDIS_URL.",
  );
}

async function findUnpacked(folder: string): Promise<RedisProgram | null> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const files = entries.map((entry) => join(folder, entry));
  const command = files.find((file) => file.endsWith("/bin/redis-server"));
  if (command === undefined || (await stat(command).catch(() => null)) === null) return null;
  const libraries = files.filter((file) => /\.so(\.[\d.]+)?$/.test(file)).map(dirname);
  return { command, env: { LD_LIBRARY_PATH: [...new Set(libraries)].join(":") } };
}

/** What the Redis at `url` answers over a connection of its own; null where it does not. */
export async function askRedis<Answer>(url: string, question: (client: Redis) => Promise<Answer>) {
  const client = openRedis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await question(client);
  } catch {
    return null;
  } finally {
    client.disconnect();
  }
}

/** Whether the Redis at `url` answers and has loaded its data. */
export async function answersPing(url: string): Promise<boolean> {
  return (await askRedis(url, (client) => client.ping())) === "PONG";
}

/**
 * Starts a Redis with its append-only folder in `<dataDirectory>/redis`; loses at most the last
 * second when the machine fails. Only who has the returned `url` gets in, and only its user reads the files. `directory` is the
 * append-only folder.
 */
export async function startRedis(options: RedisOptions) {
  const { dataDirectory, port, supervisor } = options;
  const directory = join(dataDirectory, "redis");
  const program = await findRedis(options);
  await mkdir(directory, { recursive: true });
  // Also where an earlier start made it for everybody to read.
  await chmod(directory, 0o700);
  const password = randomBytes(24).toString("base64url");
  const settings = {
    ...{ port: String(port), bind: "127.0.0.1", dir: directory, save: "", daemonize: "no" },
    ...{ appendonly: "yes", appendfsync: "everysec", "maxmemory-policy": "noeviction" },
    requirepass: password,
    // A replica that is made of it needs the same.
    masterauth: password,
  };
  const file = join(dataDirectory, "redis.conf");
  // In a file, because everybody may read the arguments of a program.
  const quoted = (value: string) => `"${value.replace(/["\\]/g, "\\$&")}"`;
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${quoted(value)}\n`);
  await writeFile(file, lines.join(""), { mode: 0o600 });
  await chmod(file, 0o600);
  const env = { LC_ALL: "C", ...program.env };
  supervisor.run({ name: "redis", command: program.command, args: [file], env, tier: 1 });
  const url = `redis://:${password}@127.0.0.1:${port}`;
  // On the same port there may be another one, with its data elsewhere.
  const kept = async () => (await askRedis(url, (client) => client.config("GET", "dir")))?.[1];
  const real = await realpath(directory);
  const isOwn = async () => (await answersPing(url)) && (await kept()) === real;
  await supervisor.waitUntilReady("redis", isOwn);
  return { url, directory };
}

/** Throws one sentence when the Redis at `url` does not answer. */
export async function requireRedis(url: string): Promise<void> {
  if (!(await answersPing(url))) throw new ExpectedFailure("Redis in REDIS_URL is not responding.");
}
