import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { notePull } from "@/lib/line/commands/pulls";
import { redeem } from "@/lib/line/commands/redemptions";
import { pullKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createEvent } from "@/lib/services/event/manage/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { revokeApiKey } from "@/lib/services/people/api-key/revoke";
import { listConfigKeys } from "@/lib/services/sites/publication/list-config-keys";
import { publish } from "@/lib/services/sites/publication/publish";
import { createTestCustomer, eventRefOf } from "@/test/customer";
import { testSettings } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { dismissConnector } from "./dismiss";
import { listConnectors } from "./list";
import { listReports } from "./list-reports";

const redis = connectRedis(testRedisUrl());
let context: ServiceContext;
beforeEach(async () => {
  process.env["REDIS_URL"] = testRedisUrl();
  await waitForRedis(redis, 10_000);
  context = await createTestCustomer();
});
afterAll(async () => {
  redis.disconnect();
  disconnectLineRedis();
  await disconnectDb();
});

const entry = {
  connector: "@stanchion/connector-node/1.0.0",
  runtime: "node/20.20.2",
  keyIds: ["ab12cd34"],
  instance: "one",
  network: "203.0.113.0/24",
  origin: "x",
};

test("connectors are listed with their key's name and how they stand to the newest version", async () => {
  const apiKey = await createApiKey(context, { name: "Shop" });
  await publish(context);
  await notePull(redis, context.customer.wireId, {
    ...entry,
    apiKeyId: apiKey.id,
    servedVersion: 1,
    configVersion: null,
  });
  expect(await listConnectors(context)).toMatchObject([
    {
      name: "@stanchion/connector-node/1.0.0",
      apiKeyName: "Shop",
      isApiKeyRevoked: false,
      keyIds: ["ab12cd34"],
      state: { type: "current" },
    },
  ]);
  await publish(context);
  await publish(context);
  await revokeApiKey(context, { apiKeyId: apiKey.id });
  expect(await listConnectors(context)).toMatchObject([
    { isApiKeyRevoked: true, state: { type: "behind", versions: 2, refuses: false } },
  ]);
});

test("another customer sees neither connectors nor keys, a viewer sees both", async () => {
  await publish(context);
  await notePull(redis, context.customer.wireId, {
    ...entry,
    apiKeyId: "key_gone",
    servedVersion: 1,
    configVersion: 1,
  });
  const other = await createTestCustomer("viewer");
  expect([await listConnectors(other), await listConfigKeys(other)]).toEqual([[], []]);
  const viewer = { ...other, customer: context.customer };
  expect(await listConnectors(viewer)).toMatchObject([{ apiKeyName: "Deleted key" }]);
  expect(await listConfigKeys(viewer)).toMatchObject([
    { keyId: expect.stringMatching(/^[0-9a-f]{8}$/) },
  ]);
});

test("a connector that is gone is dismissed, with an audit entry, and is back once it asks", async () => {
  await publish(context);
  const wireId = context.customer.wireId;
  const pull = { ...entry, apiKeyId: "key_a", servedVersion: 1, configVersion: 1 };
  await notePull(redis, wireId, pull);
  const [listed] = await listConnectors(context);
  const key = listed?.key ?? "";
  await expect(dismissConnector(context, { key })).rejects.toMatchObject({
    code: "precondition_failed",
  });
  const { pulls } = pullKeys(wireId);
  const held: object = JSON.parse((await redis.hget(pulls, key)) ?? "{}");
  await redis.hset(pulls, key, JSON.stringify({ ...held, seenAtMs: 1 }));
  const stranger = await createTestCustomer();
  await expect(dismissConnector(stranger, { key })).rejects.toMatchObject({ code: "not_found" });
  const viewer = { ...(await createTestCustomer("viewer")), customer: context.customer };
  await expect(dismissConnector(viewer, { key })).rejects.toMatchObject({ code: "forbidden" });
  const where = { customerId: context.customer.id, verb: "connector.dismiss" };
  await readFromLine(async (line) => {
    vi.spyOn(line, "multi").mockImplementationOnce(() => {
      throw new Error("away");
    });
  });
  await expect(dismissConnector(context, { key })).rejects.toMatchObject({ code: "unavailable" });
  expect(await db().auditEntry.count({ where })).toBe(0);
  await dismissConnector(context, { key });
  expect(await listConnectors(context)).toEqual([]);
  expect(await db().auditEntry.count({ where })).toBe(1);
  await notePull(redis, wireId, pull);
  expect(await listConnectors(context)).toMatchObject([{ key, state: { type: "current" } }]);
});

test("reports are listed by event, and not where there are none", async () => {
  for (const eventId of ["sale", "quiet"]) {
    await createEvent(context, {
      eventId,
      name: eventId,
      kind: "always-on",
      targetUrl: "https://shop.example/tickets",
    });
  }
  const settings = testSettings(await eventRefOf(context, "sale"));
  const used = [{ queueId: "q1", tokenHash: "0".repeat(16) }];
  await redeem(redis, settings, { instance: "one", batch: null, used, failOpen: 3 });
  await redeem(redis, settings, { instance: "two", batch: null, used, failOpen: 0 });
  expect(await listReports(context)).toMatchObject([
    { eventId: "sale", used: 1, refused: 1, failOpen: 3 },
  ]);
  expect(await listReports(await createTestCustomer())).toEqual([]);
});
