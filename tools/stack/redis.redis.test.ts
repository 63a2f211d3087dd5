import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { findFreePorts } from "./ports";
import { Supervisor } from "./processes";
import { startRedis } from "./redis";
import { temporaryDirectory } from "./temporary-directory";

test("a Redis that finds another one on its port is not taken for it", async () => {
  const { redis: port } = await findFreePorts();
  const startIn = async () => {
    const dataDirectory = await temporaryDirectory("stanchion-redis-");
    const supervisor = new Supervisor(`${dataDirectory}/logs`);
    onTestFinished(async () => {
      await supervisor.close();
      await rm(dataDirectory, { recursive: true, force: true });
    });
    return startRedis({ dataDirectory, port, supervisor, onProgress: () => undefined });
  };
  expect((await startIn()).url).toBe(`redis://127.0.0.1:${port}`);
  await expect(startIn()).rejects.toThrow("redis ended while starting");
});
