import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Redis } from "ioredis";
import type pg from "pg";
import type { HealthCode, Program } from "@/lib/health/health";
import type { Supervisor } from "../../stack/processes";

/** What a fault is made with. */
export type World = {
  readonly supervisor: Supervisor;
  readonly redisName: string;
  readonly redisDirectory: string;
  /** Connections that were there before the fault, and stay. */
  readonly redis: Redis;
  readonly postgres: pg.Client;
  readonly stopWorker: () => Promise<void>;
  readonly startWorker: () => Promise<void>;
};

/** Something that happens while everything runs, and what each program then says of itself. */
export type RunningFault = {
  readonly name: string;
  readonly make: (world: World) => Promise<unknown>;
  readonly undo: (world: World) => Promise<unknown>;
  /** By program; one that is not named says nothing. */
  readonly codes: { readonly [Name in Program]?: HealthCode };
  /** The finding of `stanchion check`. */
  readonly check: string;
};

const all = (code: HealthCode) => ({ "waiting-room": code, console: code, worker: code });
const noPostgres = (code: HealthCode) => ({ console: code, worker: code });

/** Each health code that comes while programs run is brought about by one of these. */
export const RUNNING_FAULTS: readonly RunningFault[] = [
  {
    name: "Redis stands still",
    make: ({ supervisor, redisName }) => signal(supervisor, redisName, "SIGSTOP"),
    undo: ({ supervisor, redisName }) => signal(supervisor, redisName, "SIGCONT"),
    codes: all("redis.unreachable"),
    check: "redis.unreachable",
  },
  {
    name: "the memory of Redis is full",
    make: ({ redis }) => redis.config("SET", "maxmemory", "1"),
    undo: ({ redis }) => redis.config("SET", "maxmemory", "0"),
    codes: all("redis.memory-full"),
    check: "redis.memory-full",
  },
  {
    name: "a snapshot of Redis fails",
    async make({ redis, redisDirectory }) {
      // A folder where the file should be, which stops root as well.
      await mkdir(join(redisDirectory, "dump.rdb"), { recursive: true });
      await redis.config("SET", "save", "3600 1");
      await redis.bgsave();
    },
    async undo({ redis, redisDirectory }) {
      await redis.config("SET", "save", "");
      await rm(join(redisDirectory, "dump.rdb"), { recursive: true });
      await redis.bgsave();
    },
    codes: all("redis.cannot-save"),
    check: "redis.cannot-save",
  },
  {
    name: "Redis has lost its replicas",
    make: ({ redis }) => redis.config("SET", "min-replicas-to-write", "1"),
    undo: ({ redis }) => redis.config("SET", "min-replicas-to-write", "0"),
    codes: all("redis.read-only"),
    check: "redis.read-only",
  },
  {
    name: "Redis has another password",
    async make({ redis }) {
      await redis.config("SET", "requirepass", "another");
      await redis.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    },
    undo: ({ redis }) => redis.config("SET", "requirepass", ""),
    codes: all("redis.refused"),
    check: "redis.refused",
  },
  {
    name: "Redis keeps no append-only file",
    make: ({ redis }) => redis.config("SET", "appendonly", "no"),
    undo: ({ redis }) => redis.config("SET", "appendonly", "yes"),
    codes: { "waiting-room": "redis.unsafe", worker: "redis.unsafe" },
    check: "redis.append-only-off",
  },
  {
    name: "Postgres stands still",
    make: ({ postgres, supervisor }) => lockOut(postgres, supervisor, true),
    undo: ({ postgres, supervisor }) => lockOut(postgres, supervisor, false),
    codes: noPostgres("postgres.unreachable"),
    check: "postgres.unreachable",
  },
  {
    name: "Postgres does not let its user in",
    async make({ postgres }) {
      await postgres.query("ALTER ROLE stanchion NOLOGIN");
      await postgres.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
      );
    },
    undo: ({ postgres }) => postgres.query("ALTER ROLE stanchion LOGIN"),
    codes: noPostgres("postgres.refused"),
    check: "postgres.refused",
  },
  {
    name: "no worker runs",
    make: ({ stopWorker }) => stopWorker(),
    undo: ({ startWorker }) => startWorker(),
    codes: { "waiting-room": "worker.not-ticking", console: "worker.not-ticking" },
    check: "processes.no-worker",
  },
];

async function signal(supervisor: Supervisor, name: string, what: NodeJS.Signals): Promise<void> {
  process.kill(supervisor.processId(name) ?? 0, what);
}

/** The backends keep their connections and answer nothing; new ones are accepted and left alone. */
async function lockOut(postgres: pg.Client, supervisor: Supervisor, isOut: boolean): Promise<void> {
  const what = isOut ? "SIGSTOP" : "SIGCONT";
  if (!isOut) return signal(supervisor, "postgres", what);
  const { rows } = await postgres.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
  );
  await signal(supervisor, "postgres", what);
  for (const { pid } of rows) process.kill(pid, "SIGTERM");
}

/** A wrong setting at a start: who reads it ends with 1 and one line that names it; the others start. */
export type StartFault = {
  readonly name: string;
  readonly set: (right: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  readonly setting: string;
  readonly readBy: readonly Program[];
  readonly check: string;
};

const EVERYBODY: readonly Program[] = ["waiting-room", "console", "worker"];
const WITH_POSTGRES: readonly Program[] = ["console", "worker"];
const redis = (right: Readonly<Record<string, string>>) => new URL(right["REDIS_URL"] ?? "");
const postgres = (right: Readonly<Record<string, string>>) => new URL(right["DATABASE_URL"] ?? "");

export const START_FAULTS: readonly StartFault[] = [
  {
    name: "a database that Redis does not have",
    set: (right) => ({ REDIS_URL: `redis://${redis(right).host}/99` }),
    ...{ setting: "REDIS_URL", readBy: EVERYBODY, check: "redis.database-missing" },
  },
  {
    name: "a database of Redis that is no number",
    set: (right) => ({ REDIS_URL: `redis://${redis(right).host}/abc` }),
    ...{ setting: "REDIS_URL", readBy: EVERYBODY, check: "settings.malformed" },
  },
  {
    name: "a password of Redis that is not percent-encoded",
    set: (right) => ({ REDIS_URL: `redis://:s3c#ret%@${redis(right).host}` }),
    ...{ setting: "REDIS_URL", readBy: EVERYBODY, check: "settings.malformed" },
  },
  {
    name: "a Redis that wants another password",
    set: (right) => ({ REDIS_URL: right["SECURED_REDIS_URL"] ?? "" }),
    ...{ setting: "REDIS_URL", readBy: EVERYBODY, check: "redis.refused" },
  },
  {
    name: "the Redis of another installation",
    set: (right) => ({ REDIS_URL: right["FOREIGN_REDIS_URL"] ?? "" }),
    ...{ setting: "REDIS_URL", readBy: EVERYBODY, check: "redis.foreign" },
  },
  {
    name: "a master key that is none",
    set: () => ({ MASTER_KEY: "s3cret" }),
    ...{ setting: "MASTER_KEY", readBy: EVERYBODY, check: "settings.malformed" },
  },
  {
    name: "a password that Postgres does not take",
    set: (right) => ({
      DATABASE_URL: Object.assign(postgres(right), { password: "wrong" }).href,
    }),
    ...{ setting: "DATABASE_URL", readBy: WITH_POSTGRES, check: "postgres.refused" },
  },
  {
    name: "a database that Postgres does not have",
    set: (right) => ({
      DATABASE_URL: Object.assign(postgres(right), { pathname: "/nothing" }).href,
    }),
    ...{ setting: "DATABASE_URL", readBy: WITH_POSTGRES, check: "postgres.database-missing" },
  },
  {
    name: "a password of Postgres that is not percent-encoded",
    set: (right) => ({ DATABASE_URL: `postgresql://me:s3c#ret%@${postgres(right).host}/x` }),
    ...{ setting: "DATABASE_URL", readBy: WITH_POSTGRES, check: "settings.malformed" },
  },
  {
    name: "a file for anchors in a folder that is not there",
    set: () => ({ AUDIT_ANCHOR_FILE: "/nowhere/anchors" }),
    ...{ setting: "AUDIT_ANCHOR_FILE", readBy: WITH_POSTGRES, check: "settings.malformed" },
  },
];
