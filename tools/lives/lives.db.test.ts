import { afterAll, beforeAll, expect, test } from "vitest";
import { testRedisUrl } from "@/test/redis";
import { type House, openHouse } from "./house";
import { KNOWN_LIVES } from "./known-lives";
import { playKnown, playLives } from "./play";

const LIVES = 30;
/** The same lives each time. */
const SEED = 12;
/** For what hangs, not for what is slow. */
const LIMIT_MS = 900_000;

let house: House;

beforeAll(async () => {
  house = await openHouse(testRedisUrl());
});
afterAll(() => house.close());

test(
  "whatever operators and visitors do, every promise is kept",
  async () => {
    const played = { lives: 0, steps: 0, names: new Set<string>() };
    expect(await playLives(house, { lives: LIVES, seed: SEED, played })).toBeNull();
    expect(played.lives).toBe(LIVES);
  },
  LIMIT_MS,
);

test.each(Object.entries(KNOWN_LIVES))(
  "what broke a promise once keeps it: %s",
  (_name, life) => playKnown(house, life),
  LIMIT_MS,
);
