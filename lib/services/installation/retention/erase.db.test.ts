import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createInvitation } from "@/lib/services/people/invitation/create";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { createAlertChannel } from "@/lib/services/sites/alert/create-channel";
import { createAlertRule } from "@/lib/services/sites/alert/create-rule";
import { claimNotices } from "@/lib/services/sites/alert/deliveries";
import { listAlerts } from "@/lib/services/sites/alert/list-alerts";
import { sendNotice } from "@/lib/services/sites/alert/send";
import { watchAlerts } from "@/lib/services/sites/alert/watch";
import { publish } from "@/lib/services/sites/publication/publish";
import { tracesIn } from "@/test/both-stores";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  startedRef,
  startTestEvent,
} from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { eraseEmail } from "./erase-email";
import { eraseByTokenKeys } from "./erase-token-key";
import { eraseVisitor } from "./erase-visitor";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

let context: ServiceContext;
let keys: ReturnType<typeof eventKeys>;
beforeEach(async () => {
  context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  const event = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  await reconcileEvent(redis, event.id);
  keys = eventKeys(startedRef(context));
});

/** As if a visitor had come by a token, was let in by a staff link too, and buys. */
async function visit(queueId: string, tokenKey: string): Promise<void> {
  const { id: link } = await createStaffLink(context, { eventId: "sale", label: "Press" });
  const entry = (type: string, number: number, l: string) =>
    redis.xadd(
      keys.admissions,
      "*",
      ...[
        "r",
        "1",
        "v",
        "0",
        "t",
        type,
        "a",
        String(Date.now()),
        "m",
        `${number}:0:${queueId};`,
        "l",
        l,
      ],
    );
  await entry("queue", 5, "");
  await entry("bypass", 6, link);
  await redis.hset(keys.recentEven, "5", `1:1:0:ab:${queueId}`, "6", "1:1:0:ab:somebody-else");
  await redis.hset(keys.rights, `k:${tokenKey}`, `5:0:1:${queueId}`, "j:x", `5:0:1:${queueId}`);
  await redis.zadd(keys.seats, Date.now() + 600_000, queueId);
  await redis.zadd(keys.buyers, Date.now() + 600_000, queueId);
  await redis.hset(keys.buyerUnits, queueId, "2:1", "-", "2");
}

describe("a visitor who is erased", () => {
  test("is in neither store any more, while seats and stock count as before", async () => {
    const queueId = crypto.randomUUID();
    await visit(queueId, "key-1");
    expect(await tracesIn(redis, [queueId])).toEqual([queueId]);
    const erased = await eraseVisitor(redis, "admin", queueId);
    expect(erased).toMatchObject({
      admissions: 2,
      auditEntries: 1,
      customers: [context.customer.wireId],
    });
    expect(await tracesIn(redis, [queueId])).toEqual([]);
    expect(await redis.zcard(keys.seats)).toBe(2);
    expect(Object.values(await redis.hgetall(keys.buyerUnits)).sort()).toEqual(["2", "2:1"]);
    expect(await redis.hget(keys.recentEven, "6")).toContain("somebody-else");
    const said = (await auditSentences(context)).filter((text) => text.includes("erased"));
    expect(said).toEqual(["The installation erased all data about one visitor"]);
    expect(await eraseVisitor(redis, "admin", queueId)).toMatchObject({
      admissions: 0,
      redisEntries: 0,
      customers: [],
    });
  });

  test("is found by the e-mail address that an enqueue token had as its key", async () => {
    const queueId = crypto.randomUUID();
    const email = `${crypto.randomUUID()}@example.com`;
    await visit(queueId, email);
    expect(await eraseEmail(redis, "admin", email)).toMatchObject({ users: 0, admissions: 2 });
    expect(await tracesIn(redis, [queueId, email])).toEqual([]);
  });
});

describe("a visitor who only waits", () => {
  test.each(["rights", "endedRights"] as const)(
    "is found by the key of their token (%s)",
    async (where) => {
      const [queueId, other] = [crypto.randomUUID(), crypto.randomUUID()];
      const key = `member-${crypto.randomUUID()}`;
      const place = `7:0:0:${queueId}`;
      const kept = `8:0:0:${other}`;
      const fields = { [`k:${key}`]: place, "j:1": place, "t:1": place, [`k:${key}0`]: kept };
      await redis.hset(keys[where], fields);
      expect(await eraseByTokenKeys(redis, "admin", [key.toUpperCase()])).toMatchObject({
        redisEntries: 0,
      });
      expect(await eraseByTokenKeys(redis, "admin", [key])).toEqual({
        admissions: 0,
        auditEntries: 0,
        redisEntries: 3,
        customers: [context.customer.wireId],
      });
      expect(Object.values(await redis.hgetall(keys[where])).join(" ")).not.toContain(queueId);
      expect(await redis.hget(keys[where], `k:${key}0`)).toBe(kept);
      expect(await eraseByTokenKeys(redis, "admin", [key])).toMatchObject({ customers: [] });
    },
  );
});

/** Tells an address of pauses. */
async function alertOnPause(address: string): Promise<void> {
  const { id } = await createAlertChannel(context, {
    ...{ name: "Desk", kind: "email", roles: ["owner"], addresses: [address] },
  });
  const wish = { name: "Paused", types: ["event.paused" as const], channelIds: [id] };
  await createAlertRule(context, wish);
}

describe("a user who is erased", () => {
  test("is in no table any more, and their work is somebody's", async () => {
    const name = `Zoe ${crypto.randomUUID()}`;
    const zoe = await addTestMember(context, "owner", name);
    const { email } = await db().user.findUniqueOrThrow({ where: { id: zoe.actor.id } });
    await createStaffLink(zoe, { eventId: "sale", label: "Press" });
    await publish(zoe);
    await alertOnPause(email);
    await pauseEvent(zoe, { eventId: "sale" });
    await watchAlerts();
    for (const claimed of await claimNotices(20)) await sendNotice(claimed);
    expect(await db().alertDelivery.count({ where: { address: email } })).toBeGreaterThan(0);
    expect((await listAlerts(context)).items[0]?.summary).toBe(`${name} paused Sale`);
    const guest = `${crypto.randomUUID()}@example.com`;
    await createInvitation(zoe, { email: guest, role: "viewer" });
    const erased = await eraseEmail(redis, "admin", email.toUpperCase());
    expect(erased).toMatchObject({ users: 1, customers: [context.customer.wireId] });
    expect(await tracesIn(redis, [email, name, zoe.actor.id, guest])).toEqual([guest]);
    expect(await auditSentences(context)).toContain(
      "Somebody (erased) published version 1 of the rules",
    );
    expect(await eraseEmail(redis, "admin", guest)).toMatchObject({ users: 0, invitations: 1 });
    expect(await tracesIn(redis, [guest])).toEqual([]);
  });

  test("stays while they are the only owner, and nothing is changed", async () => {
    const { email } = await db().user.findUniqueOrThrow({ where: { id: context.actor.id } });
    const before = await auditSentences(context);
    await expect(eraseEmail(redis, "admin", email)).rejects.toMatchObject({
      code: "precondition_failed",
      message: expect.stringContaining(context.customer.wireId),
    });
    expect(await auditSentences(context)).toEqual(before);
  });
});
