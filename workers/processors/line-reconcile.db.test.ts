import { afterAll, beforeAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { addNoticeWish } from "@/lib/line/commands/notices";
import { eventKeys, noticeKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createLogger } from "@/lib/platform/observability/logger";
import { stopEvent } from "@/lib/services/event/control/stop";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { createCustomerWithSale, startedRef, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import type { WorkerDependencies } from "../dependencies";
import { processLineReconcile } from "./line-reconcile";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

test("what a line holds that nobody has had in use for long is stored", async () => {
  const context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  const { id } = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  await reconcileEvent(redis, id);
  const ref = startedRef(context);
  await stopEvent(context, { eventId: "sale" });
  const endedAt = new Date(Date.now() - 7_200_000);
  await db().run.updateMany({ where: { eventId: id }, data: { endedAt } });
  const { admissions, minutes } = eventKeys(ref);
  const admission = ["r", 1, "v", 0, "t", "queue", "a", endedAt.getTime(), "l", "", "m"];
  await redis.xadd(admissions, "*", ...admission, "1:0:q1;");
  await redis.hset(minutes, `1:0:${Math.floor(endedAt.getTime() / 60_000)}:0:joins`, 7);
  await addNoticeWish(redis, ref, { wish: "stop", noticeId: "none", sealed: "" });
  const deps: WorkerDependencies = {
    redis,
    log: createLogger("test"),
    // A whole round asks for none of these.
    openEvents: undefined as unknown as WorkerDependencies["openEvents"],
    requestReconcile: undefined as unknown as WorkerDependencies["requestReconcile"],
    rehearsals: undefined as unknown as WorkerDependencies["rehearsals"],
    webhooks: undefined as unknown as WorkerDependencies["webhooks"],
    alerts: undefined as unknown as WorkerDependencies["alerts"],
  };
  // An event whose admissions cannot be stored holds up nothing else.
  const broken = await createCustomerWithSale();
  await startTestEvent(broken, { eventId: "sale" });
  await redis.xadd(eventKeys(startedRef(broken)).admissions, "*", ...admission, "1:0:q\u0000;");
  await expect(processLineReconcile(deps, {})).rejects.toThrow("parts of reconciliation failed");
  const run = { eventId: id };
  expect(await db().admission.count({ where: { run, queueId: "q1" } })).toBe(1);
  const joins = await db().hourFigure.findMany({ where: { run, kind: "joins" } });
  expect(joins.flatMap(({ counts }) => counts).reduce((sum, one) => sum + one, 0)).toBe(7);
  expect(await redis.xlen(admissions)).toBe(0);
  expect(await redis.xlen(noticeKeys(ref).notices)).toBe(0);
});
