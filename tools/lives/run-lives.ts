import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { migrateDatabase } from "@/lib/db/migrate/migrate";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { disconnectLineRedis } from "../shared/line-redis";
import { findFreePorts } from "../stack/ports";
import { startPostgres } from "../stack/postgres";
import { generatePrismaClient } from "../stack/prisma-client";
import { Supervisor } from "../stack/processes";
import { startRedis } from "../stack/redis";
import { temporaryDirectory } from "../stack/temporary-directory";
import { openHouse } from "./house";
import { playedVerbs } from "./operators";
import { LifeFailure, type Played, playLives } from "./play";
import { SimulatedClock } from "./simulated-clock";

export type LivesFigures = {
  readonly lives: number;
  readonly steps: number;
  /** How many different verbs were called. */
  readonly verbs: number;
  readonly verbsNotPlayed: number;
  readonly violations: number;
};

export type RunLives = {
  readonly lives: number;
  readonly seed: number;
  readonly path?: string | undefined;
  readonly say: (line: string) => void;
};

const SAID_EVERY = 50;

/** Plays random lives on a Redis and a Postgres of their own. Says the shortest life that broke a promise. */
export async function runLives({ lives, seed, path, say }: RunLives): Promise<LivesFigures> {
  const dataDirectory = await temporaryDirectory("stanchion-lives-");
  const supervisor = new Supervisor(join(dataDirectory, "logs"));
  try {
    await startStores(dataDirectory, supervisor, say);
    const redis = connectRedis(process.env["REDIS_URL"] ?? "");
    await waitForRedis(redis, 10_000);
    const clock = new SimulatedClock();
    const house = await openHouse(redis);
    clock.install();
    try {
      const onLife = (played: Played) => {
        if (played.lives % SAID_EVERY === 0) say(`${played.lives} lives, ${played.steps} steps`);
      };
      return figuresOf(await playLives(house, clock, { lives, seed, path, onLife }), 0);
    } catch (error) {
      if (!(error instanceof LifeFailure)) throw error;
      say(error.message);
      return figuresOf(error.played, 1);
    } finally {
      clock.uninstall();
      await house.close();
      redis.disconnect();
      disconnectLineRedis();
    }
  } finally {
    await supervisor.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Their addresses, and what else services read, stand in the environment of this process afterwards. */
async function startStores(
  dataDirectory: string,
  supervisor: Supervisor,
  say: (line: string) => void,
): Promise<void> {
  await generatePrismaClient();
  const ports = await findFreePorts();
  const options = { dataDirectory, supervisor, onProgress: say };
  const { url } = await startRedis({ ...options, port: ports.redis });
  const databaseUrl = await startPostgres({ ...options, port: ports.postgres });
  await migrateDatabase(databaseUrl);
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

function figuresOf({ lives, steps, names }: Played, violations: number): LivesFigures {
  const verbs = [...playedVerbs()];
  const played = verbs.filter((name) => names.has(name)).length;
  return { lives, steps, verbs: played, verbsNotPlayed: verbs.length - played, violations };
}
