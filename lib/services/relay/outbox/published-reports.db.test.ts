import { afterAll, beforeAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readPublishedCustomer } from "@/lib/line/commands/published";
import { readPublishedReport } from "@/lib/line/commands/published-reports";
import { publishedReportsKey } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { publishReport } from "@/lib/services/operation/report/publish";
import { storeDueReports } from "@/lib/services/operation/report/store-due";
import { withdrawReport } from "@/lib/services/operation/report/withdraw";
import { testRedisUrl } from "@/test/redis";
import { storeRun } from "@/test/stored-run";
import { writeCustomerToRedis } from "./inner/write-customer";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

test("the waiting rooms know of a report from its publication to its withdrawal, also after a loss", async () => {
  const { context, runId } = await storeRun(40);
  while ((await storeDueReports()).stored > 0);
  const { id, wireId } = context.customer;
  const { pageUrl } = await publishReport(context, { runId });
  const reportId = pageUrl.split("/").at(-1) ?? "";
  const { file } = await db().publishedReport.findUniqueOrThrow({ where: { id: reportId } });
  const held = () => readPublishedReport(redis, wireId, { eventId: "sale", reportId });
  const asked = { customerId: id, topic: "customer", subjectId: id };
  const before = await db().outboxEntry.count({ where: asked });
  expect(before).toBeGreaterThan(0);

  await writeCustomerToRedis(redis, id);
  expect(await held()).toBe(file);
  await redis.del(publishedReportsKey(wireId));
  await writeCustomerToRedis(redis, id);
  expect(await held()).toBe(file);

  // Whatever keeps Redis from taking reports, what else the customer publishes is in force.
  await redis.set(publishedReportsKey(wireId), "no hash");
  await db().customer.update({ where: { id }, data: { browserRules: true } });
  expect(await writeCustomerToRedis(redis, id)).toBe("written");
  expect((await readPublishedCustomer(redis, wireId))?.browserRules).toBe(true);
  await redis.del(publishedReportsKey(wireId));

  await withdrawReport(context, { runId });
  expect(await db().outboxEntry.count({ where: asked })).toBe(before + 1);
  await writeCustomerToRedis(redis, id);
  expect(await held()).toBeNull();
});
