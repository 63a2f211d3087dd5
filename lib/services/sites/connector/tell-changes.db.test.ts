import { afterAll, beforeAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { DOMAIN_EVENTS, isDomainEventType } from "@/lib/domain/domain-event/catalogue";
import { notePull } from "@/lib/line/commands/pulls";
import { pullKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { publish } from "@/lib/services/sites/publication/publish";
import { createTestCustomer } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { tellConnectorChanges } from "./tell-changes";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

test("what changes at a connector is told once, whichever worker looks", async () => {
  const context = await createTestCustomer();
  const { id: customerId, wireId } = context.customer;
  const apiKey = await createApiKey(context, { name: "Shop" });
  await publish(context);
  const ask = (configVersion: number) =>
    notePull(redis, wireId, {
      ...{ connector: "@stanchion/connector-node/1.0.0", runtime: "node/20.20.2", keyIds: [] },
      ...{ instance: "one", network: "203.0.113.0/24", origin: "x", apiKeyId: apiKey.id },
      ...{ servedVersion: configVersion, configVersion },
    });
  const { pulls } = pullKeys(wireId);
  const age = async (minutes: number) => {
    for (const [id, text] of Object.entries(await redis.hgetall(pulls))) {
      const held = JSON.parse(text);
      const seenAtMs = held.seenAtMs - minutes * 60_000;
      await redis.hset(pulls, id, JSON.stringify({ ...held, seenAtMs }));
    }
  };
  const look = async () => {
    await Promise.all([tellConnectorChanges(redis), tellConnectorChanges(redis)]);
    const rows = await db().domainEvent.findMany({
      where: { customerId, type: { startsWith: "connector." } },
      orderBy: { seq: "asc" },
    });
    for (const { type, data } of rows) {
      expect(isDomainEventType(type) && DOMAIN_EVENTS[type].data.strict().parse(data)).toBeTruthy();
    }
    return rows.map(({ type, summary }) => `${type}: ${summary}`);
  };
  await ask(1);
  expect(await look()).toEqual([]);
  await age(16);
  const name = "The connector @stanchion/connector-node (Shop)";
  const silent = `connector.silent: ${name} has been silent for 15 minutes`;
  expect(await look()).toEqual([silent]);
  expect(await look()).toEqual([silent]);
  await ask(1);
  const back = `connector.back: ${name} is active again`;
  expect(await look()).toEqual([silent, back]);
  await publish(context);
  await ask(1);
  expect(await look()).toEqual([silent, back]);
  const publishedAt = new Date(Date.now() - 20 * 60_000);
  await db().publication.updateMany({ where: { customerId }, data: { publishedAt } });
  const outdated = `connector.outdated: ${name} still uses old rules`;
  expect(await look()).toEqual([silent, back, outdated]);
  await ask(2);
  expect(await look()).toEqual([silent, back, outdated]);
});
