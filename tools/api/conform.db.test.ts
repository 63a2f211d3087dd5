import { afterAll, beforeAll, expect, test } from "vitest";
import { OPERATIONS } from "@/lib/api/registry";
import { db, disconnectDb } from "@/lib/db/client";
import { notFound } from "@/lib/services/ground/errors";
import { disconnectLineRedis } from "../shared/line-redis";
import { conform } from "./conform";
import { serveApiHere } from "./serve-here";

let api: Awaited<ReturnType<typeof serveApiHere>>;
beforeAll(async () => {
  api = await serveApiHere();
});
afterAll(async () => {
  await api.close();
  disconnectLineRedis();
  // An installation has one live rehearsal at a time.
  await db().rehearsal.deleteMany();
  await disconnectDb();
});

const named = (...ids: readonly string[]) => OPERATIONS.filter(({ id }) => ids.includes(id));
const ignore = () => undefined;

test("every operation does with its example what its document says, and for nobody else", async () => {
  expect(await conform(api.baseUrl, OPERATIONS, ignore)).toEqual([]);
});

test("what an operation does that its document does not say is found", async () => {
  api.breaking.set("getEvent", { run: async () => ({ eventId: 7 }) });
  api.breaking.set("listSecrets", { run: async () => [], permission: "event:read" });
  api.breaking.set("pauseEvent", { run: async () => Promise.reject(notFound("event")) });
  const found = await conform(api.baseUrl, named("getEvent", "listSecrets", "pauseEvent"), ignore);
  api.breaking.clear();
  expect(new Set(found.map(({ operation, kind }) => `${operation} ${kind}`))).toEqual(
    new Set([
      "getEvent schema",
      "getEvent tenant",
      "getEvent permission",
      "listSecrets permission",
      "pauseEvent untested",
      "pauseEvent permission",
    ]),
  );
});
