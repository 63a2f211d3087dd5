import { afterAll, beforeAll, expect, test } from "vitest";
import { OPERATIONS } from "@/lib/api/registry";
import { disconnectDb } from "@/lib/db/client";
import { serveApiHere } from "../../api/serve-here";
import { disconnectLineRedis } from "../../shared/line-redis";
import { runApiFuzz } from "./run-api-fuzz";

let api: Awaited<ReturnType<typeof serveApiHere>>;
beforeAll(async () => {
  api = await serveApiHere();
});
afterAll(async () => {
  await api.close();
  disconnectLineRedis();
  await disconnectDb();
});

test("whatever is sent, the API answers as its document says", async () => {
  const { examples, accepted } = await runApiFuzz(api.baseUrl, {
    ...{ seed: 7, requests: 800, customers: 2 },
  });
  expect(examples).toEqual([]);
  // As many on every machine: it counts what was carried out, not how fast.
  expect(accepted).toBeGreaterThan(50);
});

test("a fault of the API is found", async () => {
  for (const { id, method } of OPERATIONS) {
    if (method === "GET") api.breaking.set(id, { run: async () => 7 });
    if (method === "DELETE") api.breaking.set(id, { run: () => Promise.reject(new Error(id)) });
  }
  const { serverErrors, undocumented } = await runApiFuzz(api.baseUrl, {
    ...{ seed: 7, requests: 240, customers: 2 },
  });
  api.breaking.clear();
  expect([serverErrors > 0, undocumented > 0]).toEqual([true, true]);
});
