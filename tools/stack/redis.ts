import { randomBytes } from "node:crypto";
import { chmod, mkdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { openRedis } from "@/lib/line/redis";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Supervisor } from "./processes";
import { findProgram, installPackages } from "./programs";
import { type RedisProgram, unpackRedis } from "./redis-package";

const INSTALL_IT =
  "Install Redis 7 or Valkey (for example: apt-get install redis-server), or set REDIS_URL";

/** Where and with whom an embedded Redis runs. */
export interface RedisOptions {
  readonly dataDirectory: string;
  readonly port: number;
  readonly supervisor: Supervisor;
  readonly onProgress: (line: string) => void;
}

/** A Redis that this process has started. */
export interface RunningRedis {
  readonly url: string;
  /** Its append-only folder. */
  readonly directory: string;
}

function findInstalledRedis(): RedisProgram | null {
  const command = findProgram("redis-server", "valkey-server");
  return command === null ? null : { command, env: {} };
}

/** The Redis of this machine, installed from Debian's packages as root when there is none, or null. */
export function installRedis(onProgress: (line: string) => void): RedisProgram | null {
  const installed = findInstalledRedis();
  if (installed !== null) return installed;
  onProgress("Installing Redis with apt");
  return installPackages("redis-server") ? findInstalledRedis() : null;
}

/** A Redis of this machine, installed or unpacked when there is none. Throws one sentence when none can be had. */
export async function findRedis(
  options: Pick<RedisOptions, "dataDirectory" | "onProgress">,
): Promise<RedisProgram> {
  const installed = installRedis(options.onProgress);
  if (installed !== null) return installed;
  const unpacked = await unpackRedis(join(options.dataDirectory, "programs"));
  if (unpacked !== null) return unpacked;
  throw new ExpectedFailure(`No Redis was found and none could be installed. ${INSTALL_IT}.`);
}

/** Whether the Redis at `url` answers and has loaded its data. */
export function answersPing(url: string): Promise<boolean> {
  return ask(url, async (client) => (await client.ping()) === "PONG");
}

/** Whether it is the one with its data in `directory`: on the same port there may be another. */
function keepsDataIn(url: string, directory: string): Promise<boolean> {
  return ask(url, async (client) => {
    const [, kept] = await client.config("GET", "dir");
    return (await client.ping()) === "PONG" && kept === (await realpath(directory));
  });
}

async function ask(url: string, question: (client: Redis) => Promise<boolean>): Promise<boolean> {
  const client = openRedis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await question(client);
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}

function configText(settings: Readonly<Record<string, string>>): string {
  const quoted = (value: string) => `"${value.replace(/["\\]/g, "\\$&")}"`;
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${quoted(value)}`);
  return `${lines.join("\n")}\n`;
}

/**
 * Starts a Redis with its append-only folder in `<dataDirectory>/redis`; loses at most the last
 * second when the machine fails. Only who has the returned address gets in, and only its user reads the files.
 */
export async function startRedis(options: RedisOptions): Promise<RunningRedis> {
  const { dataDirectory, port, supervisor } = options;
  const directory = join(dataDirectory, "redis");
  const program = await findRedis(options);
  await mkdir(directory, { recursive: true });
  // Also where an earlier start made it for everybody to read.
  await chmod(directory, 0o700);
  const password = randomBytes(24).toString("base64url");
  const settings = {
    port: String(port),
    bind: "127.0.0.1",
    dir: directory,
    appendonly: "yes",
    appendfsync: "everysec",
    "maxmemory-policy": "noeviction",
    save: "",
    daemonize: "no",
    requirepass: password,
    // A replica that is made of it needs the same.
    masterauth: password,
  };
  const file = join(dataDirectory, "redis.conf");
  // In a file, because everybody may read the arguments of a program.
  await writeFile(file, configText(settings), { mode: 0o600 });
  await chmod(file, 0o600);
  supervisor.run({
    name: "redis",
    command: program.command,
    args: [file],
    env: { LC_ALL: "C", ...program.env },
    tier: 1,
  });
  const url = `redis://:${password}@127.0.0.1:${port}`;
  await supervisor.waitUntilReady("redis", () => keepsDataIn(url, directory));
  return { url, directory };
}

/** Throws one sentence when the Redis at `url` does not answer. */
export async function requireRedis(url: string): Promise<void> {
  if (!(await answersPing(url))) {
    throw new ExpectedFailure("Redis in REDIS_URL is not responding.");
  }
}
