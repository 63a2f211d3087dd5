import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { migrateDatabase } from "@/lib/db/migrate/migrate";
import { findFreePorts } from "../stack/ports";
import { queryPostgres, startPostgres } from "../stack/postgres";
import { Supervisor } from "../stack/processes";
import { startRedis } from "../stack/redis";
import { temporaryDirectory } from "../stack/temporary-directory";
import { openHouse } from "./house";
import { type PlayOptions, playLives } from "./play";

/** Lives that have one seed: a life is played again by the seed of its batch. */
const BATCH = 50;

export type Share = {
  /** Of all processes: each takes every so many-th batch. */
  readonly processes: number;
  readonly index: number;
  readonly lives: number;
  readonly seed: number;
  readonly path?: string | undefined;
  /** No batch begins after so long; left out, all are played. */
  readonly seconds?: number | undefined;
};

export type ShareReport = {
  readonly lives: number;
  readonly steps: number;
  readonly names: readonly string[];
  /** Each life that broke a promise, for people. */
  readonly failures: readonly string[];
};

async function playShare(share: Share, report: (played: ShareReport) => void): Promise<void> {
  const dataDirectory = await temporaryDirectory("stanchion-lives-");
  const supervisor = new Supervisor(join(dataDirectory, "logs"));
  try {
    await startStores(dataDirectory, supervisor);
    const house = await openHouse(process.env["REDIS_URL"] ?? "");
    try {
      // Nothing is kept of it: what lives lose of Redis they take back themselves.
      await house.redis.config("SET", "appendonly", "no");
      const failures: string[] = [];
      const played = { lives: 0, steps: 0, names: new Set<string>() };
      for (const batch of batchesOf(share)) {
        const failure = await playLives(house, { ...batch, played });
        if (failure !== null) failures.push(failure);
        report({ ...played, names: [...played.names], failures });
      }
    } finally {
      await house.close();
    }
  } finally {
    await supervisor.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

function* batchesOf(share: Share): Generator<Omit<PlayOptions, "played">> {
  const { processes, index, lives, seed, path, seconds = Number.POSITIVE_INFINITY } = share;
  if (path !== undefined) return yield { lives: 1, seed, path };
  const sinceNs = process.hrtime.bigint();
  for (let batch = index; batch * BATCH < lives; batch += processes) {
    if (Number(process.hrtime.bigint() - sinceNs) / 1e9 > seconds) return;
    yield { lives: Math.min(BATCH, lives - batch * BATCH), seed: seed + batch };
  }
}

/** Their addresses, and what else services read, stand in the environment of this process afterwards. */
async function startStores(dataDirectory: string, supervisor: Supervisor): Promise<void> {
  const ports = await findFreePorts();
  const options = { dataDirectory, supervisor, onProgress: () => {} };
  const { url } = await startRedis({ ...options, port: ports.redis });
  const databaseUrl = await startPostgres({ ...options, port: ports.postgres });
  await migrateDatabase(databaseUrl);
  // Nothing is kept of it.
  await queryPostgres(databaseUrl, "ALTER DATABASE stanchion SET synchronous_commit = off");
  const secret = () => randomBytes(32).toString("base64url");
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    REDIS_URL: url,
    MASTER_KEY: secret(),
    NEXTAUTH_SECRET: secret(),
    CONSOLE_URL: "http://console.localhost:3000",
    WAITING_ROOM_URL: "http://room.localhost:3001",
    QUEUE_DOMAIN: "room.localhost:3443",
  });
}

// What `run-many` has given.
playShare(JSON.parse(process.argv[2] ?? "") as Share, (report) => process.send?.(report)).then(
  () => process.disconnect?.(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
