import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import type { HealthCode, Program } from "@/lib/health/health";
import type { Redis } from "@/lib/line/redis-client";

export type World = {
  readonly signal: (store: "redis" | "postgres", what: NodeJS.Signals) => void;
  readonly redisDirectory: string;
  /** Connections that were there before the fault, and stay. */
  readonly redis: Redis;
  readonly postgres: pg.Client;
  readonly stopWorker: () => Promise<void>;
  readonly startWorker: () => Promise<void>;
};

type Act = (world: World) => unknown;

/** Something that happens while everything runs, and what each program then says of itself. */
export type RunningFault = {
  readonly name: string;
  readonly make: Act;
  readonly undo: Act;
  /** By program; one that is not named says nothing. */
  readonly codes: { readonly [Name in Program]?: HealthCode };
  readonly check: string;
};

const CLIENTS =
  "pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";

/** A code that all say, or those who use Postgres, and that the check finds as well. */
const all = (code: HealthCode) => ({
  codes: { "waiting-room": code, console: code, worker: code },
  check: code,
});
const noPostgres = (code: HealthCode) => ({ codes: { console: code, worker: code }, check: code });
const setting =
  (name: string, value: string): Act =>
  ({ redis }) =>
    redis.config("SET", name, value);
const isSet = (name: string, wrong: string, right: string) => ({
  make: setting(name, wrong),
  undo: setting(name, right),
});

/** Each health code that comes while programs run is brought about by one of these. */
export const RUNNING_FAULTS: readonly RunningFault[] = [
  {
    name: "Redis stands still",
    make: ({ signal }) => signal("redis", "SIGSTOP"),
    undo: ({ signal }) => signal("redis", "SIGCONT"),
    ...all("redis.unreachable"),
  },
  {
    name: "the memory of Redis is full",
    ...{ ...isSet("maxmemory", "1", "0"), ...all("redis.memory-full") },
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
    ...all("redis.cannot-save"),
  },
  {
    name: "Redis has lost its replicas",
    ...{ ...isSet("min-replicas-to-write", "1", "0"), ...all("redis.read-only") },
  },
  {
    name: "Redis has another password",
    async make({ redis }) {
      await redis.config("SET", "requirepass", "another");
      await redis.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    },
    undo: setting("requirepass", ""),
    ...all("redis.refused"),
  },
  {
    name: "Redis keeps no append-only file",
    ...isSet("appendonly", "no", "yes"),
    codes: { "waiting-room": "redis.unsafe", worker: "redis.unsafe" },
    check: "redis.append-only-off",
  },
  {
    name: "Postgres stands still",
    // The backends keep their connections and answer nothing; new ones are accepted and left alone.
    async make({ postgres, signal }) {
      const { rows } = await postgres.query<{ pid: number }>(`SELECT pid FROM ${CLIENTS}`);
      signal("postgres", "SIGSTOP");
      for (const { pid } of rows) process.kill(pid, "SIGTERM");
    },
    undo: ({ signal }) => signal("postgres", "SIGCONT"),
    ...noPostgres("postgres.unreachable"),
  },
  {
    name: "Postgres does not let its user in",
    async make({ postgres }) {
      await postgres.query("ALTER ROLE stanchion NOLOGIN");
      await postgres.query(`SELECT pg_terminate_backend(pid) FROM ${CLIENTS}`);
    },
    undo: ({ postgres }) => postgres.query("ALTER ROLE stanchion LOGIN"),
    ...noPostgres("postgres.refused"),
  },
  {
    name: "no worker runs",
    make: ({ stopWorker }) => stopWorker(),
    undo: ({ startWorker }) => startWorker(),
    codes: { "waiting-room": "worker.not-ticking", console: "worker.not-ticking" },
    check: "processes.no-worker",
  },
];

type Right = Readonly<Record<string, string>>;
type Wrong = readonly [name: string, value: (right: Right) => string, check: string];

const EVERYBODY: readonly Program[] = ["waiting-room", "console", "worker"];
const WITH_POSTGRES: readonly Program[] = ["console", "worker"];
const hostOf = (url: string | undefined) => new URL(url ?? "").host;
const redis =
  (credentials: string, database = "") =>
  ({ REDIS_URL }: Right) =>
    `redis://${credentials}${hostOf(REDIS_URL)}${database}`;
const other = (name: string) => (right: Right) => right[name] ?? "";
const postgres =
  (wrong: Partial<URL>) =>
  ({ DATABASE_URL = "" }: Right) =>
    Object.assign(new URL(DATABASE_URL), wrong).href;
const unencoded = ({ DATABASE_URL }: Right) => `postgresql://me:s3c#ret%@${hostOf(DATABASE_URL)}/x`;

const MALFORMED = "settings.malformed";
const REDIS_URLS: readonly Wrong[] = [
  ["a database that Redis does not have", redis("", "/99"), "redis.database-missing"],
  ["a database of Redis that is no number", redis("", "/abc"), MALFORMED],
  ["a password of Redis that is not percent-encoded", redis(":s3c#ret%@"), MALFORMED],
  ["a Redis that wants another password", other("SECURED_REDIS_URL"), "redis.refused"],
  ["the Redis of another installation", other("FOREIGN_REDIS_URL"), "redis.foreign"],
];
const DATABASE_URLS: readonly Wrong[] = [
  ["a password that Postgres does not take", postgres({ password: "wrong" }), "postgres.refused"],
  ["an unknown database", postgres({ pathname: "/nothing" }), "postgres.database-missing"],
  ["a password of Postgres that is not percent-encoded", unencoded, MALFORMED],
];
const KEY: Wrong = ["a master key that is none", () => "s3cret", MALFORMED];
const FOLDER = "a file for anchors in a folder that is not there";
const FILE: Wrong = [FOLDER, () => "/nowhere/anchors", MALFORMED];

const faultsOf = (setting: string, readBy: readonly Program[], wrongs: readonly Wrong[]) =>
  wrongs.map(([name, value, check]) => ({ name, value, check, setting, readBy }));

/** A wrong setting at a start: who reads it ends with 1 and one line that names it; the others start. */
export const START_FAULTS = [
  ...faultsOf("REDIS_URL", EVERYBODY, REDIS_URLS),
  ...faultsOf("MASTER_KEY", EVERYBODY, [KEY]),
  ...faultsOf("DATABASE_URL", WITH_POSTGRES, DATABASE_URLS),
  ...faultsOf("AUDIT_ANCHOR_FILE", WITH_POSTGRES, [FILE]),
];
