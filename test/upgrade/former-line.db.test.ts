import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate/migrate";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { parseMasterKey } from "@/lib/secrets/seal";
import { drainAdmissions, listEventsToDrain } from "@/lib/services/operation/admission/drain";
import { verifyCredentials } from "@/lib/services/people/user/verify-credentials";
import { reconcileAll, reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { testDatabaseUrl } from "@/test/database";
import { newAddress } from "@/test/people";
import { startTestRoom } from "@/test/waiting-room";
import { createDatabase, dropDatabase, withDatabase } from "@/tools/stack/postgres";
import { countFormerMigrations, FORMER } from "@/tools/upgrade/former-system";
import type { RecordedVisitor } from "@/tools/upgrade/record-former";
import { loadKeys, loadRows, passRecordedTime, readRecorded } from "./recorded";

const recorded = readRecorded();
const adminUrl = withDatabase(testDatabaseUrl(), "postgres");
const database = `former_${randomUUID().replaceAll("-", "")}`;
let applied: string[] = [];

beforeAll(async () => {
  vi.stubEnv("MASTER_KEY", recorded.masterKey);
  const url = await createDatabase(adminUrl, database);
  vi.stubEnv("DATABASE_URL", url);
  await migrateDatabase(url, await countFormerMigrations());
  await loadRows(url, recorded);
  applied = await migrateDatabase(url);
});
afterAll(async () => {
  await disconnectDb();
  await dropDatabase(adminUrl, withDatabase(adminUrl, database));
  vi.unstubAllEnvs();
});

/** A process of today that meets the recorded lines for the first time. */
function startRoom() {
  const tested = startTestRoom(parseMasterKey(recorded.masterKey));
  const { redis, call, cookieOf, id, context } = tested;
  beforeAll(() => loadKeys(redis, recorded));
  afterAll(async () => {
    const keys = await redis.keys("wr:{demo*");
    if (keys.length > 0) await redis.del(...keys);
  });
  const cookie = (cookies: Readonly<Record<string, string>>) =>
    Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
  async function ask(
    { eventId, cookies }: Pick<RecordedVisitor, "eventId" | "cookies">,
    step: "status" | "join" | "near" | "enter",
    form: Record<string, string> | null = null,
  ) {
    const method = form === null ? "GET" : "POST";
    const headers = { cookie: cookie(cookies), "sec-fetch-site": "same-origin" };
    const reply = await call(method, `/line/demo/${eventId}/${step}`, {
      headers,
      ...(form === null ? {} : { form }),
    });
    for (const pair of cookieOf(reply).split("; ").filter(Boolean)) {
      const at = pair.indexOf("=");
      cookies[pair.slice(0, at)] = pair.slice(at + 1);
    }
    const body: Record<string, unknown> = JSON.parse(reply.body);
    return { status: reply.status, body };
  }
  const visitors = recorded.visitors.map((one) => ({ ...one, cookies: { ...one.cookies } }));
  const newBrowser = (eventId: string) => ({ eventId, cookies: {} });
  const pass = async (eventId: string, ms: number) => {
    await passRecordedTime(redis, eventId, ms);
    await (await context.lines.find({ customerId: "demo", eventId }))?.refresh();
  };
  return { ...tested, ask, id, newBrowser, pass, redis, visitors };
}

const ofEvent = (visitors: readonly RecordedVisitor[], ...events: readonly string[]) =>
  visitors.filter(({ eventId }) => events.includes(eventId));
const queueIdOf = (url: unknown) => /~q_([^~]+)~/.exec(String(url))?.[1];
const isWaiting = ({ redirectUrl }: RecordedVisitor) => redirectUrl === null;

test("the migrations apply to what the former version has stored", () => {
  expect(applied.length).toBeGreaterThan(0);
  expect(applied.every((name) => name > FORMER.lastMigration)).toBe(true);
});

describe("a line of the former version that Redis", () => {
  const LOSSES = {
    "has lost the last second of": async (redis: Redis, event: EventRef) => {
      await redis.hset(eventKeys(event).line, "replid", "0".repeat(40));
    },
    "has lost whole": async (redis: Redis, event: EventRef) => {
      await redis.del(...Object.values(eventKeys(event)));
    },
  };

  describe.each(Object.entries(LOSSES))("%s", (_name, lose) => {
    const { ask, id, newBrowser, pass, redis, visitors } = startRoom();
    const events = [...new Set(visitors.map(({ eventId }) => eventId))];

    test("keeps all places, and gives no number twice", async () => {
      for (const eventId of events)
        await lose(redis, { customerId: "demo", eventId, incarnation: null });
      await reconcileAll(redis);
      while ((await db().outboxEntry.count({ where: { relayedAt: null } })) > 0)
        await relayOutbox(redis);
      for (const eventId of events) {
        const row = await db().event.findFirstOrThrow({ where: { wireId: eventId } });
        for (let second = 0; second < 4; second += 1) {
          await reconcileEvent(redis, row.id);
          await pass(eventId, 1_000);
        }
      }
      for (const one of visitors.filter(isWaiting))
        expect((await ask(one, "status")).body).toMatchObject({ number: one.number });
      for (const one of visitors.filter((visitor) => !isWaiting(visitor))) {
        const thief = { eventId: one.eventId, cookies: { ...one.cookiesAtJoin } };
        const { body } = await ask(thief, "enter", { claim: id() });
        expect(["used", "spent", "inside"], `${one.eventId} ${one.number}`).toContain(
          body["status"],
        );
      }
      for (const eventId of events) {
        const { body } = await ask(newBrowser(eventId), "join", { joinId: id() });
        expect(body["number"], eventId).toBeGreaterThan(1_000_000);
      }
    });
  });
});

describe("a line of the former version", () => {
  const { ask, id, newBrowser, pass, redis, visitors } = startRoom();

  test("keeps the number of everybody who waits, also after the worker has looked at it", async () => {
    for (const round of ["before", "after"]) {
      for (const one of visitors.filter(isWaiting)) {
        const { body } = await ask(one, "status");
        expect(body, `${round}: ${one.eventId} ${one.number}`).toMatchObject({
          status: "waiting",
          number: one.number,
        });
        const again = await ask(one, "join", { joinId: one.joinId });
        expect(again.body).toMatchObject({ status: "waiting", number: one.number });
      }
      if (round === "before") expect((await reconcileAll(redis)).linesMade).toBe(0);
    }
  });

  test("knows whom it has let in, and lets nobody in twice", async () => {
    for (const one of visitors.filter((visitor) => !isWaiting(visitor))) {
      const { body } = await ask(one, "status");
      expect(queueIdOf(body["redirectUrl"])).toBe(queueIdOf(one.redirectUrl));
      const again = await ask(one, "enter", { claim: one.claim });
      expect(queueIdOf(again.body["redirectUrl"])).toBe(queueIdOf(one.redirectUrl));
      const thief = { eventId: one.eventId, cookies: { ...one.cookiesAtJoin } };
      expect((await ask(thief, "enter", { claim: id() })).body).toMatchObject({ status: "used" });
    }
  });

  test("gives new visitors numbers that nobody has", async () => {
    for (const eventId of new Set(visitors.map((one) => one.eventId))) {
      const browser = newBrowser(eventId);
      const { body } = await ask(browser, "join", { joinId: id() });
      const held = ofEvent(visitors, eventId).filter(({ code }) => code === null);
      expect(body["number"], eventId).toBe(Math.max(...held.map(({ number }) => number)) + 1);
    }
  });

  test("takes an access code of the former version once, and a used one not at all", async () => {
    const [code = ""] = recorded.spareCodes;
    const used = visitors.find((one) => one.code !== null)?.code ?? "";
    const first = await ask(newBrowser("lanes"), "join", { joinId: id(), code });
    const vips = visitors.filter((one) => one.code !== null).map(({ number }) => number);
    expect(first.body).toMatchObject({ status: "waiting", number: Math.max(...vips) + 1 });
    for (const spent of [code, used]) {
      const { status } = await ask(newBrowser("lanes"), "join", { joinId: id(), code: spent });
      expect(status).toBe(409);
    }
  });

  test("goes on and lets everybody in, each once, and under a cap nobody until a seat is free", async () => {
    const capped = ofEvent(visitors, "capped").filter(isWaiting);
    for (const one of capped) {
      await ask(one, "near", {});
      expect((await ask(one, "enter", { claim: one.claim })).body["status"]).toBe("wait");
    }
    const waiting = ofEvent(visitors, "fifo", "lanes", "random").filter(isWaiting);
    const queueIds = new Set(visitors.flatMap(({ redirectUrl }) => queueIdOf(redirectUrl) ?? []));
    const before = queueIds.size;
    const left = new Set(waiting);
    await Promise.all(waiting.map((one) => ask(one, "near", {})));
    const comesIn = async (one: RecordedVisitor) => {
      expect((await ask(one, "status")).body["number"]).toBe(one.number);
      const { body } = await ask(one, "enter", { claim: one.claim });
      if (body["status"] !== "admitted") return;
      queueIds.add(queueIdOf(body["redirectUrl"]) ?? "");
      left.delete(one);
    };
    for (let round = 0; round < 400 && left.size > 0; round += 1) {
      await Promise.all([...left].map(comesIn));
      for (const eventId of ["fifo", "lanes", "random"]) await pass(eventId, 1_000);
    }
    expect([...left].map(({ eventId, number }) => `${eventId} ${number}`)).toEqual([]);
    expect(queueIds.size).toBe(before + waiting.length);
    for (const event of await listEventsToDrain("all")) await drainAdmissions(redis, event);
    const stored = await db().admission.findMany({ select: { queueId: true } });
    expect(stored.map(({ queueId }) => queueId).sort()).toEqual([...queueIds].sort());
  });
});

test("an operator of the former version signs in with the password of then", async () => {
  const { email, password } = recorded.operator;
  const user = await verifyCredentials({
    email,
    password,
    address: newAddress(),
    knownBrowser: "",
  });
  expect(user.email).toBe(email);
});
