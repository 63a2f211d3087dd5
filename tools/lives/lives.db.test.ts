import { afterAll, beforeAll, expect, test } from "vitest";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { testRedisUrl } from "@/test/redis";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { type House, openHouse } from "./house";
import { KNOWN_LIVES } from "./known-lives";
import { nothingPlayed, playKnown, playLives } from "./play";
import { SimulatedClock } from "./simulated-clock";

const LIVES = 30;
/** The same lives each time. */
const SEED = 12;
/** For what hangs, not for what is slow. */
const LIMIT_MS = 900_000;

const redis = connectRedis(testRedisUrl());
const clock = new SimulatedClock();
let house: House;

beforeAll(async () => {
  await waitForRedis(redis, 10_000);
  house = await openHouse(redis);
  clock.install();
});
afterAll(async () => {
  clock.uninstall();
  await house.close();
  redis.disconnect();
  disconnectLineRedis();
});

test(
  "whatever operators and visitors do, every promise is kept",
  async () => {
    const played = nothingPlayed();
    await playLives(house, clock, { lives: LIVES, seed: SEED, played });
    expect(played.lives).toBe(LIVES);
  },
  LIMIT_MS,
);

test.each(KNOWN_LIVES.map((life) => [life.name, life] as const))(
  "what broke a promise once keeps it: %s",
  (_name, life) => playKnown(house, clock, life),
  LIMIT_MS,
);
