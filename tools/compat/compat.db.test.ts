import { afterAll, beforeAll, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { serveApiHere } from "../api/serve-here";
import { disconnectLineRedis } from "../shared/line-redis";
import { tryCloudflare } from "./cloudflare";
import { tryQueueIt } from "./queueit";

let served: Awaited<ReturnType<typeof serveApiHere>>;
beforeAll(async () => {
  served = await serveApiHere();
});
afterAll(async () => {
  await served.close();
  disconnectLineRedis();
  await disconnectDb();
});

// All systems against a whole installation: npm run compat.
test.each([
  ["Cloudflare's own client", tryCloudflare, 24],
  ["what is public of Queue-it's clients", tryQueueIt, 7],
] as const)(
  "%s drives the API",
  async (_, trySystem, operations) => {
    const told: string[] = [];
    const shown = await trySystem({ api: served.baseUrl, waitingRoom: "" }, (what) => {
      told.push(what);
    });
    expect(told).toEqual([]);
    expect(shown.figures["operations"]).toBeGreaterThanOrEqual(operations);
  },
  120_000,
);
