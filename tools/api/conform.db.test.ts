import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "@/lib/api/handle";
import type { Operation } from "@/lib/api/operation";
import { OPERATIONS } from "@/lib/api/registry";
import { createApiListener, isForApi } from "@/lib/api/serve";
import { db, disconnectDb } from "@/lib/db/client";
import { createConsoleServer } from "@/lib/http/console-server";
import { notFound } from "@/lib/services/ground/errors";
import { disconnectLineRedis } from "../shared/line-redis";
import { listen } from "../stack/ports";
import { conform } from "./conform";

const broken = new Map<string, Partial<Operation>>();
const server = createConsoleServer({
  handle: async (_request, response) => void response.writeHead(404).end(),
  api: {
    isFor: isForApi,
    handle: (...asked) => {
      const api = createApi(served());
      return createApiListener({ api, mcp: api, document: "{}" })(...asked);
    },
  },
  consoleUrl: "http://console.localhost:3000",
  trustedProxies: 0,
});
let baseUrl = "";
beforeAll(async () => {
  baseUrl = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  disconnectLineRedis();
  // An installation has one live rehearsal at a time.
  await db().rehearsal.deleteMany();
  await disconnectDb();
});

const served = () => OPERATIONS.map((one) => ({ ...one, ...broken.get(one.id) }));
const named = (...ids: readonly string[]) => OPERATIONS.filter(({ id }) => ids.includes(id));
const ignore = () => undefined;

test("every operation does with its example what its document says, and for nobody else", async () => {
  expect(await conform(baseUrl, OPERATIONS, ignore)).toEqual([]);
});

test("what an operation does that its document does not say is found", async () => {
  broken.set("getEvent", { run: async () => ({ eventId: 7 }) });
  broken.set("listSecrets", { run: async () => [], permission: "event:read" });
  broken.set("pauseEvent", { run: async () => Promise.reject(notFound("event")) });
  const found = await conform(baseUrl, named("getEvent", "listSecrets", "pauseEvent"), ignore);
  broken.clear();
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
