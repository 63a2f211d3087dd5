import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { EPOCH_NUMBERS } from "@/lib/domain/line/epoch";
import { recoverLine } from "@/lib/line/commands/create-run";
import { readPlaceOfNumber } from "@/lib/line/commands/positions";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createEvent } from "@/lib/services/event/manage/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { createTestCustomer, startedRef, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { restoreLostLine } from "./restore-admissions";

const EACH = 5_000;

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
  const target = { kind: "always-on" as const, targetUrl: "https://shop.example/tickets" };
  await createEvent(context, { eventId: "sale", name: "Sale", ...target });
  await startTestEvent(context, { eventId: "sale" });
  const { id } = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  await reconcileEvent(redis, id);
});

test("all who were admitted long ago are known again, and nobody is twice, in every epoch", async () => {
  const ref = startedRef(context);
  const keys = eventKeys(ref);
  const run = await db().run.findFirstOrThrow({
    where: { event: { customerId: context.customer.id } },
  });
  // Two of three numbers of two epochs, of which some are shown that a loss had made the line forget.
  for (const first of [1, EPOCH_NUMBERS + EACH + 1, EACH + 1])
    await db().$executeRaw`
      INSERT INTO "Admission" ("runId", "queueNumber", "queueId", "redirectType", "admittedAt")
      SELECT ${run.id}, ${first}::bigint + n, 'q' || n, 'queue', now() - interval '30 days'
      FROM generate_series(0, ${EACH - 1}) AS n WHERE n % 3 <> 2`;
  const settings = await readPublishedEvent(redis, ref.customerId, ref.eventId);
  if (settings === null) throw new Error("The event is not published.");
  const last = EPOCH_NUMBERS + 2 * EACH;
  const holes = `${EACH + 1}:${EPOCH_NUMBERS + EACH}:${2 * EACH};`;
  await redis.del(keys.line);
  const nowMs = Date.now();
  // Limits were kept a moment ago, so that none of these admissions counts for one.
  const kept = { lineTimeMs: nowMs, limits: "", limitsVersion: 1, limitsAtMs: nowMs };
  const lanes = [{ last, serving: last, holes }];
  const all = { ...kept, unknown: [], unknownMs: 0 };
  expect(await recoverLine(redis, settings, lanes, all)).toBe("created");
  for (let times = 0; times < 2; times += 1) {
    await restoreLostLine(redis, run.id);
    const placeOf = await readPlaceOfNumber(redis, ref);
    const spent = (await redis.getBuffer(keys.spent)) ?? Buffer.alloc(0);
    const isSpent = (place: number | null) =>
      place !== null && ((spent[place >> 3] ?? 0) & (0x80 >> (place & 7))) !== 0;
    for (const first of [1, EPOCH_NUMBERS + EACH + 1, EACH + 1]) {
      const numbers = Array.from({ length: EACH }, (_, n) => n);
      const wrong = numbers.filter((n) => isSpent(placeOf(0, first + n)) !== (n % 3 !== 2));
      expect(wrong, `from ${first}`).toEqual([]);
    }
    // Bit 0 is nobody's.
    const admitted = 3 * (EACH - Math.floor(EACH / 3));
    expect(await redis.bitcount(keys.spent)).toBe(1 + admitted);
    expect(await redis.hget(keys.line, "admitted")).toBe(String(admitted));
  }
});
