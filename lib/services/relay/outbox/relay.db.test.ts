import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { EPOCH_NUMBERS } from "@/lib/domain/line/epoch";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import {
  type PublishedCustomer,
  readPublishedCustomer,
  readPublishedEvent,
} from "@/lib/line/commands/published";
import { tickEvent } from "@/lib/line/commands/tick";
import type { EventRef } from "@/lib/line/keys";
import { eventKeys, publishedKey } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { isConfigSignature } from "@/lib/secrets/config-signer";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { createEvent } from "@/lib/services/event/manage/create";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { revokeApiKey } from "@/lib/services/people/api-key/revoke";
import { publish } from "@/lib/services/sites/publication/publish";
import { activateSecret, createSecret, stopEvent } from "@/test/at-once";
import { createTestCustomer, startTestEvent } from "@/test/customer";
import { writeEventRow } from "@/test/event-row";
import { testRedisUrl } from "@/test/redis";
import { writeCustomerToRedis } from "./inner/write-customer";
import { reconcileAll, reconcileEvent, type Settled } from "./reconcile";
import { relayOutbox } from "./relay";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

let context: ServiceContext;
let ref: EventRef;
let eventRowId: string;
beforeEach(async () => {
  context = await createTestCustomer();
  await createEvent(context, {
    eventId: "sale",
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example/tickets",
  });
  const where = { customerId_wireId: { customerId: context.customer.id, wireId: "sale" } };
  const row = await db().event.findUniqueOrThrow({ where });
  eventRowId = row.id;
  ref = eventRef(row, context.customer);
});

const pending = () => ({ customerId: context.customer.id, relayedAt: null });

/** Relays until nothing of this test's customer is left; other tests' entries may come along. */
async function relay(): Promise<void> {
  while ((await db().outboxEntry.count({ where: pending() })) > 0) await relayOutbox(redis);
}

const currentRun = () =>
  db().run.findFirstOrThrow({ where: { eventId: eventRowId }, orderBy: { number: "desc" } });

/** True when the published signature is good over the published text. */
function isSigned(published: PublishedCustomer | null): boolean {
  const { config = null, configSignature = null, configKeys = [] } = published ?? {};
  const key = configKeys.find(({ keyId }) => keyId === configSignature?.keyId);
  if (config === null || configSignature === null || key === undefined) return false;
  return isConfigSignature(key, config, configSignature.signature);
}

/** What a crash between telling Redis and noting it leaves behind. */
async function forgetRelay(): Promise<void> {
  await db().outboxEntry.updateMany({
    where: { customerId: context.customer.id },
    data: { relayedAt: null },
  });
}

const lineField = (field: string) => redis.hget(eventKeys(ref).line, field);
/** As if so many had joined. */
const joinMany = (last: number) => redis.hset(eventKeys(ref).line, "last", String(last));

describe("the relay", () => {
  test("makes the line of a new run and tells its settings", async () => {
    await startTestEvent(context, { eventId: "sale" });
    await relay();
    expect(await readPublishedEvent(redis, ref.customerId, "sale")).toMatchObject({
      runId: 1,
      status: "open",
      outflowPerMinute: 600,
    });
    expect(await tickEvent(redis, ref)).toMatchObject({ status: "OK", state: { runId: 1 } });
    expect((await currentRun()).lineCreatedAt).not.toBeNull();
  });

  test("tells what is changed while it tells many others before it tells all of them", async () => {
    await relay();
    const { id: customerId } = context.customer;
    const events = Array.from({ length: 500 }, (_, index) => `gone-${index}`);
    await db().outboxEntry.createMany({
      data: events.map((subjectId) => ({ customerId, topic: "event", subjectId })),
    });
    const relaying = relayOutbox(redis);
    const others = () =>
      db().outboxEntry.count({ where: { ...pending(), subjectId: { in: events } } });
    while ((await others()) === events.length);
    await setOutflow(context, { eventId: "sale", outflowPerMinute: 7 });
    const told = async () =>
      (await readPublishedEvent(redis, ref.customerId, "sale"))?.outflowPerMinute === 7;
    while (!(await told())) if ((await others()) === 0) break;
    expect(await told()).toBe(true);
    expect(await others()).toBeGreaterThan(0);
    await relaying;
    expect(await db().outboxEntry.count({ where: pending() })).toBe(0);
  });

  test("tells a draft without making a line", async () => {
    await relay();
    expect(await readPublishedEvent(redis, ref.customerId, "sale")).toMatchObject({
      status: "draft",
    });
    expect(await tickEvent(redis, ref)).toEqual({ status: "LOST" });
  });

  test("told again after a crash, it makes no second line and changes nothing", async () => {
    await startTestEvent(context, { eventId: "sale" });
    await relay();
    await joinMany(5);
    const version = await redis.hget(publishedKey(ref.customerId), "version");
    await forgetRelay();
    await relay();
    expect(await lineField("last")).toBe("5");
    expect(await redis.hget(publishedKey(ref.customerId), "version")).toBe(version);
  });

  test("a crash between making a line and noting it keeps the numbers handed out since", async () => {
    await startTestEvent(context, { eventId: "sale" });
    await relay();
    await joinMany(5);
    await db().run.updateMany({ where: { eventId: eventRowId }, data: { lineCreatedAt: null } });
    await forgetRelay();
    await relay();
    expect(await lineField("last")).toBe("5");
    expect((await currentRun()).lineCreatedAt).not.toBeNull();
  });

  test("a new run begins at 1 behind the old one", async () => {
    await startTestEvent(context, { eventId: "sale" });
    await relay();
    await joinMany(5);
    await stopEvent(context, { eventId: "sale" });
    await startTestEvent(context, { eventId: "sale" });
    await relay();
    expect(await tickEvent(redis, ref)).toMatchObject({
      state: { runId: 2, lanes: [{ lastNumber: 0 }] },
    });
  });

  test("changes reach the line in the end state, in whatever order they are told", async () => {
    await startTestEvent(context, { eventId: "sale" });
    await setOutflow(context, { eventId: "sale", outflowPerMinute: 90 });
    await pauseEvent(context, { eventId: "sale" });
    await Promise.all([relay(), relay(), relay()]);
    expect(await redis.hmget(eventKeys(ref).line, "paused", "outflowPerMinute")).toEqual([
      "1",
      "90",
    ]);
  });

  test("what cannot be told stays pending and holds up nothing else", async () => {
    const bad = await db().outboxEntry.create({
      data: { customerId: context.customer.id, topic: "nonsense", subjectId: "x" },
    });
    await startTestEvent(context, { eventId: "sale" });
    try {
      await expect(relayOutbox(redis)).rejects.toThrow("1 outbox subjects were not relayed");
      expect(await db().outboxEntry.findMany({ where: pending() })).toMatchObject([{ id: bad.id }]);
      expect(await tickEvent(redis, ref)).toMatchObject({ status: "OK" });
    } finally {
      await db().outboxEntry.delete({ where: { id: bad.id } });
    }
  });
});

describe("what a customer publishes", () => {
  test("is secrets with the active one first, keys that are not revoked, and the newest config", async () => {
    const secrets = [await createSecret(context), await createSecret(context)];
    const kept = await createApiKey(context, { name: "kept" });
    const revoked = await createApiKey(context, { name: "revoked" });
    await revokeApiKey(context, { apiKeyId: revoked.id });
    await publish(context);
    const { text } = await publish(context);
    await relay();
    const published = await readPublishedCustomer(redis, ref.customerId);
    expect(published?.secrets.map(({ id }) => id)).toEqual(secrets.map(({ id }) => id));
    const row = await db().secret.findUniqueOrThrow({ where: { id: secrets[0]?.id ?? "" } });
    expect(published?.secrets[0]).toEqual({
      id: row.id,
      sealed: row.sealed,
      eventId: null,
      isActive: true,
    });
    expect(published?.apiKeys.map(({ id }) => id)).toEqual([kept.id]);
    expect(published).toMatchObject({ config: text, configVersion: 2 });
  });

  test("a secret of one event says for which, and one without a key id is named", async () => {
    const forAll = await createSecret(context);
    const forSale = await createSecret(context, { eventId: "sale" });
    await activateSecret(context, { secretId: forSale.id });
    await db().secret.update({ where: { id: forAll.id }, data: { keyId: null } });
    await relay();
    const published = await readPublishedCustomer(redis, ref.customerId);
    const shown = published?.secrets.map(({ id, eventId, isActive }) => [id, eventId, isActive]);
    expect(new Set(shown)).toEqual(
      new Set([
        [forAll.id, null, true],
        [forSale.id, "sale", true],
      ]),
    );
    const named = await db().secret.findUniqueOrThrow({ where: { id: forAll.id } });
    expect(named.keyId).toBe(forAll.keyId);
  });

  test("is signed: what connectors pull is what the customer's key has signed", async () => {
    await publish(context);
    await publish(context);
    await relay();
    const published = await readPublishedCustomer(redis, ref.customerId);
    expect(published?.configKeys).toHaveLength(1);
    expect(isSigned(published)).toBe(true);
  });

  test("a config from before there were signatures is signed with the next repair, once", async () => {
    await publish(context);
    await db().publication.updateMany({
      where: { customerId: context.customer.id },
      data: { signature: null, signedBy: null },
    });
    await db().configKey.deleteMany({ where: { customerId: context.customer.id } });
    expect(await writeCustomerToRedis(redis, context.customer.id)).toBe("written");
    expect(isSigned(await readPublishedCustomer(redis, ref.customerId))).toBe(true);
    expect(await writeCustomerToRedis(redis, context.customer.id)).toBe("unchanged");
  });

  test("a signature over other bytes is replaced, never told", async () => {
    await publish(context);
    const signature = Buffer.alloc(64, 1).toString("base64url");
    await db().publication.updateMany({
      where: { customerId: context.customer.id },
      data: { signature },
    });
    await writeCustomerToRedis(redis, context.customer.id);
    expect(isSigned(await readPublishedCustomer(redis, ref.customerId))).toBe(true);
  });

  test("names keys and runs of signed passes, which follow each new run without another version", async () => {
    await publish(context);
    const protection = { ...UNPROTECTED, pass: { kind: "both", bindsToUserAgent: false } } as const;
    await writeEventRow(eventRowId, { protection, settingsVersion: { increment: 1 } });
    const told = async () => {
      await relay();
      const published = await readPublishedCustomer(redis, context.customer.wireId);
      expect(isSigned(published)).toBe(true);
      const { Version, Passes } = JSON.parse(published?.config ?? "{}");
      return { version: Version, passes: Passes };
    };
    await startTestEvent(context, { eventId: "sale" });
    const first = await told();
    const Keys = [{ KeyId: expect.any(String), PublicKey: expect.any(String) }];
    expect(first).toEqual({
      version: 1,
      passes: { Keys, Events: [{ EventId: "sale", Run: 1, AllowsToken: true }] },
    });
    await stopEvent(context, { eventId: "sale" });
    await startTestEvent(context, { eventId: "sale" });
    const second = await told();
    expect([second.version, second.passes.Events[0].Run]).toEqual([1, 2]);
    expect(second.passes.Keys).toEqual(first.passes.Keys);
    await writeEventRow(eventRowId, { protection: null });
    await stopEvent(context, { eventId: "sale" });
    expect((await told()).passes).toBeUndefined();
  });

  test("an event with notices brings their means along, and one without writes nothing of its customer", async () => {
    await setOutflow(context, { eventId: "sale", outflowPerMinute: 5 });
    await relay();
    expect(await redis.hexists(publishedKey(ref.customerId), "noticeMeans")).toBe(0);
    await writeEventRow(eventRowId, { protection: null, notices: { mail: false, push: true } });
    await setOutflow(context, { eventId: "sale", outflowPerMinute: 6 });
    await relay();
    const published = await readPublishedCustomer(redis, ref.customerId);
    expect(published?.noticeMeans?.pushKey).toEqual(expect.any(String));
  });

  test("many who publish and repair at once make one key", async () => {
    await Promise.all([
      publish(context),
      writeCustomerToRedis(redis, context.customer.id),
      publish(context),
      writeCustomerToRedis(redis, context.customer.id),
    ]);
    expect(await db().configKey.count({ where: { customerId: context.customer.id } })).toBe(1);
  });

  test("is written only when it differs", async () => {
    await createSecret(context);
    await relay();
    expect(await writeCustomerToRedis(redis, context.customer.id)).toBe("unchanged");
    await redis.del(publishedKey(ref.customerId));
    expect(await writeCustomerToRedis(redis, context.customer.id)).toBe("written");
    expect(await writeCustomerToRedis(redis, "cus_gone")).toBe("gone");
  });

  test("a key revoked while others publish stays revoked", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: apiKeyId } = await createApiKey(context, { name: `key ${round}` });
      await Promise.all([
        writeCustomerToRedis(redis, context.customer.id),
        revokeApiKey(context, { apiKeyId }).then(() =>
          writeCustomerToRedis(redis, context.customer.id),
        ),
        writeCustomerToRedis(redis, context.customer.id),
      ]);
      expect((await readPublishedCustomer(redis, ref.customerId))?.apiKeys).toEqual([]);
    }
  });
});

describe("repair", () => {
  /** An event with numbers to 40 handed out, 30 of them called, and 3 and 7 admitted. */
  async function openEventAtForty(): Promise<void> {
    await startTestEvent(context, { eventId: "sale" });
    await relay();
    const run = await currentRun();
    await db().laneCheckpoint.create({
      data: { runId: run.id, lane: 0, last: 40, serving: 30, at: new Date() },
    });
    await db().admission.createMany({
      data: [3, 7].map((queueNumber) => ({
        runId: run.id,
        queueNumber,
        queueId: randomBytes(8).toString("hex"),
        redirectType: "queue",
        admittedAt: new Date(),
      })),
    });
  }
  const spentBit = (number: number) => redis.getbit(eventKeys(ref).spent, number);
  const loseLine = () => redis.del(...Object.values(eventKeys(ref)));

  test("a lost line goes on far behind its checkpoint, never from 1, and keeps who was admitted", async () => {
    await openEventAtForty();
    await loseLine();
    expect(await reconcileEvent(redis, eventRowId)).toMatchObject({ line: "recovered" });
    expect(await lineField("last")).toBe(String(4 * EPOCH_NUMBERS + 40));
    expect(await lineField("serving")).toBe("30");
    await relay();
    expect([await spentBit(3), await spentBit(4), await spentBit(7)]).toEqual([1, 0, 1]);
    expect(await reconcileEvent(redis, eventRowId)).toMatchObject({ line: "kept" });
    expect(await lineField("last")).toBe(String(4 * EPOCH_NUMBERS + 40));
  });

  test("several who repair at once make one line", async () => {
    await openEventAtForty();
    await loseLine();
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => reconcileEvent(redis, eventRowId)),
    );
    expect(outcomes.filter((outcome) => outcome?.line === "recovered")).toHaveLength(1);
    expect(await lineField("last")).toBe(String(4 * EPOCH_NUMBERS + 40));
  });

  test("spent numbers are restored even if the process that repaired died at once", async () => {
    await openEventAtForty();
    await loseLine();
    await reconcileEvent(redis, eventRowId);
    await redis.setbit(eventKeys(ref).spent, 3, 0);
    await redis.setbit(eventKeys(ref).spent, 7, 0);
    expect(await db().outboxEntry.count({ where: { ...pending(), topic: "spent" } })).toBe(1);
    await relay();
    expect([await spentBit(3), await spentBit(7)]).toEqual([1, 1]);
  });

  test("a line that fell back to an older run is replaced by the current one", async () => {
    await openEventAtForty();
    const older = await redis.hgetall(eventKeys(ref).line);
    await stopEvent(context, { eventId: "sale" });
    await startTestEvent(context, { eventId: "sale" });
    await relay();
    await redis.del(eventKeys(ref).line);
    await redis.hset(eventKeys(ref).line, older);
    expect(await reconcileEvent(redis, eventRowId)).toMatchObject({ line: "recovered" });
    expect(await tickEvent(redis, ref)).toMatchObject({ state: { runId: 2 } });
  });

  test("settings that fell back are put into force again", async () => {
    await openEventAtForty();
    await pauseEvent(context, { eventId: "sale" });
    await relay();
    await redis.hset(eventKeys(ref).line, { paused: "0", version: "1" });
    expect(await reconcileEvent(redis, eventRowId)).toMatchObject({ settings: "written" });
    expect(await lineField("paused")).toBe("1");
  });

  describe("an event that was found as it should be", () => {
    const seen = async (settled: Settled) => {
      await reconcileAll(redis, settled);
      await reconcileAll(redis, settled);
      expect(settled.has(eventRowId)).toBe(true);
      return settled;
    };
    const written = async (settled: Settled) =>
      (await reconcileAll(redis, settled)).eventsWritten > 0;

    test("is not looked at again while nothing has changed", async () => {
      await openEventAtForty();
      await relay();
      const settled = await seen(new Map());
      const before = new Map(settled);
      expect(await reconcileAll(redis, settled)).toMatchObject({ eventsWritten: 0, linesMade: 0 });
      expect(settled.get(eventRowId)).toBe(before.get(eventRowId));
    });

    test("is repaired when Redis forgets its settings, falls back or loses its line", async () => {
      await openEventAtForty();
      await relay();
      const settled = await seen(new Map());
      const { version = "" } = await redis.hgetall(eventKeys(ref).line);
      const published = publishedKey(ref.customerId);
      const former = (await redis.hget(published, "event:sale")) ?? "";
      await redis.hset(
        published,
        "event:sale",
        former.replace(/"outflowPerMinute":\d+/, '"outflowPerMinute":1'),
      );
      expect(await written(settled)).toBe(true);
      await seen(settled);
      await redis.hset(eventKeys(ref).line, { paused: "1", version: String(Number(version) - 1) });
      expect(await written(settled)).toBe(true);
      await seen(settled);
      await loseLine();
      expect((await reconcileAll(redis, settled)).linesMade).toBeGreaterThan(0);
    });

    test("is told when a row of Postgres changes that nobody relayed", async () => {
      await openEventAtForty();
      await relay();
      const settled = await seen(new Map());
      await db().event.update({
        where: { id: eventRowId },
        data: { name: "Other", settingsVersion: { increment: 1 } },
      });
      expect(await written(settled)).toBe(true);
      await seen(settled);
      await db().customer.update({
        where: { id: context.customer.id },
        data: { maxOutflowPerMinute: 7 },
      });
      await reconcileAll(redis, settled);
      expect(await readPublishedEvent(redis, ref.customerId, "sale")).toMatchObject({
        outflowPerMinute: 7,
      });
    });

    test("with access codes is looked at in every round", async () => {
      await openEventAtForty();
      await createAccessCodes(context, {
        eventId: "sale",
        name: "Fans",
        count: 2,
        use: { kind: "single-use" },
      });
      await relay();
      const settled: Settled = new Map();
      await reconcileAll(redis, settled);
      await reconcileAll(redis, settled);
      expect(settled.has(eventRowId)).toBe(false);
    });
  });

  test("everything that Redis should hold comes back after it lost everything", async () => {
    await createSecret(context);
    await openEventAtForty();
    await relay();
    await loseLine();
    await redis.del(publishedKey(ref.customerId));
    const repaired = await reconcileAll(redis);
    expect(repaired.customersWritten).toBeGreaterThan(0);
    expect(repaired.linesMade).toBeGreaterThan(0);
    expect(await readPublishedEvent(redis, ref.customerId, "sale")).toMatchObject({ runId: 1 });
    expect((await readPublishedCustomer(redis, ref.customerId))?.secrets).toHaveLength(1);
    expect(await lineField("last")).toBe(String(4 * EPOCH_NUMBERS + 40));
  });
});
