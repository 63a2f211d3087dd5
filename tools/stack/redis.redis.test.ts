import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { findFreePorts } from "./ports";
import { Supervisor } from "./processes";
import { startRedis } from "./redis";
import { temporaryDirectory } from "./temporary-directory";

async function startIn(port: number) {
  const dataDirectory = await temporaryDirectory("stanchion-redis-");
  const supervisor = new Supervisor(`${dataDirectory}/logs`);
  onTestFinished(async () => {
    await supervisor.close();
    await rm(dataDirectory, { recursive: true, force: true });
  });
  const redis = await startRedis({ dataDirectory, port, supervisor, onProgress: () => undefined });
  return { ...redis, dataDirectory };
}

test("a Redis that finds another one on its port is not taken for it", async () => {
  const { redis: port } = await findFreePorts();
  expect(new URL((await startIn(port)).url).host).toBe(`127.0.0.1:${port}`);
  await expect(startIn(port)).rejects.toThrow("redis ended while starting");
});

test("only who has its address gets in, and only its user reads its files", async () => {
  const { redis: port } = await findFreePorts();
  const { dataDirectory, directory, url } = await startIn(port);
  const stranger = new Redis(`redis://127.0.0.1:${port}`, { retryStrategy: () => null });
  stranger.on("error", () => undefined);
  await expect(stranger.ping()).rejects.toThrow("NOAUTH");
  stranger.disconnect();
  const own = new Redis(url);
  expect(await own.ping()).toBe("PONG");
  own.disconnect();
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  expect(await modeOf(directory)).toBe("700");
  expect(await modeOf(join(dataDirectory, "redis.conf"))).toBe("600");
});
