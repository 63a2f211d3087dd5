import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { tickEvent } from "@/lib/line/commands/tick";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { checkpointLines } from "@/lib/services/relay/line/checkpoint";
import { listOpenEvents } from "@/lib/services/relay/line/open-events";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { readCodeUses } from "@/test/access-codes";
import { createCustomerWithSale, startedRef, startTestEvent } from "@/test/customer";
import { copyOf, passTime } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { EventLine } from "@/waiting-room/line/event-line";

const HOUR_MS = 3_600_000;
const connections: Redis[] = [];
/** A process that has heard of no line yet. */
async function connection(): Promise<Redis> {
  const redis = connectRedis(testRedisUrl());
  connections.push(redis);
  await waitForRedis(redis, 10_000);
  return redis;
}
afterAll(async () => {
  for (const one of connections) one.disconnect();
  await disconnectDb();
});

test("a Redis from a backup knows again which access codes were used after it", async () => {
  const redis = await connection();
  const context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  const ref = startedRef(context);
  const { id } = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  const use = { kind: "multi-use" as const, maxUses: 2 };
  await createAccessCodes(context, { eventId: "sale", name: "Fan club", count: 2, use });
  await reconcileEvent(redis, id);
  await relayOutbox(redis);
  const settings = await readPublishedEvent(redis, ref.customerId, "sale");
  if (settings === null) throw new Error("Nothing is published.");
  const room = new EventLine(redis, settings, randomUUID());
  await room.refresh();
  await checkpointLines(redis, await listOpenEvents());
  const restore = await copyOf(redis, settings);

  await passTime(redis, settings, HOUR_MS);
  await room.refresh();
  await checkpointLines(redis, await listOpenEvents());
  const [used, unused] = await db().accessCode.findMany({ where: { eventId: id } });
  if (used === undefined || unused === undefined) throw new Error("There are no codes.");
  const where = { eventId_hash: { eventId: id, hash: used.hash } };
  const lastUsedAt = new Date(room.lineNow());
  await db().accessCode.update({ where, data: { used: 1, lastUsedAt } });
  await restore();

  const worker = await connection();
  await passTime(redis, settings, 31_000);
  await reconcileEvent(worker, id);
  expect((await tickEvent(worker, ref)).status).toBe("RECOVERING");
  await relayOutbox(worker);
  await passTime(redis, settings, 10_000);
  expect((await tickEvent(worker, ref)).status).toBe("OK");
  expect(await readCodeUses(redis, ref, [used.hash, unused.hash])).toEqual([1, 2]);
});
