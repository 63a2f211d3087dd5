import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { makeEnqueueToken } from "@/connectors/src/core/enqueue-token";
import { db, disconnectDb } from "@/lib/db/client";
import { createRun } from "@/lib/line/commands/create-run";
import { setLimit } from "@/lib/line/commands/limits";
import { publishEvent, readPublishedEvent } from "@/lib/line/commands/published";
import { tickEvent } from "@/lib/line/commands/tick";
import { eventKeys } from "@/lib/line/keys";
import { enqueueTokenCrypto } from "@/lib/secrets/enqueue-token-crypto";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { unseal } from "@/lib/secrets/seal";
import { makeStaffLink } from "@/lib/secrets/staff-link";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { setMessage } from "@/lib/services/event/control/set-message";
import type { CreateEventInput } from "@/lib/services/event/settings/schemas";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { installationContext } from "@/lib/services/ground/context";
import { deleteCustomer } from "@/lib/services/installation/customer/delete";
import { removeGoneCustomers } from "@/lib/services/relay/outbox/gone";
import { writeCustomerToRedis } from "@/lib/services/relay/outbox/inner/write-customer";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { stopEvent } from "@/test/at-once";
import { createTestCustomer, startedRef } from "@/test/customer";
import { passTime } from "@/test/line";
import { deleteWhole, freeIds, startAnew } from "@/test/reused-id";
import { type Reply, startTestRoom } from "@/test/waiting-room";
import type { EventLine } from "@/waiting-room/line/event-line";

const master = masterKeysFromEnvironment()[0];
const room = startTestRoom(master);
/** A process that nobody restarts, and which looks at its lines only when it is told to: it was asleep. */
const asleep = startTestRoom(master);
const { redis, id } = room;
afterAll(disconnectDb);

const SALE: CreateEventInput = {
  eventId: "sale",
  name: "Sale",
  kind: "always-on",
  targetUrl: "https://shop.example/tickets",
  queueAll: true,
  outflowPerMinute: 600,
  protection: null,
};

let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
  await startAnew(redis, context, SALE);
});

const base = () => `/line/${context.customer.wireId}/sale`;
const bodyOf = (reply: Reply) => JSON.parse(reply.body);

async function again(): Promise<void> {
  await deleteWhole(redis, context, SALE);
  await freeIds();
  await startAnew(redis, context, SALE);
  await refreshed(room);
}

/** The line as a process has it after it has looked. */
async function refreshed(by = room): Promise<EventLine> {
  const named = { customerId: context.customer.wireId, eventId: "sale" };
  await (await by.context.lines.find(named))?.refresh();
  const line = (await by.context.lines.find(named)) ?? expect.fail();
  return line;
}

type Visitor = { readonly cookie: string; readonly claim: string; readonly number: number };

async function join(form: Record<string, string> = {}, by = room) {
  const reply = await by.call("POST", `${base()}/join`, { form: { joinId: id(), ...form } });
  const { number = 0, code = null } = bodyOf(reply);
  return { cookie: by.cookieOf(reply), claim: id(), number, problem: code as string | null };
}

async function callAll(visitors: readonly Visitor[]): Promise<void> {
  for (const { cookie } of visitors)
    await room.call("POST", `${base()}/near`, { headers: { cookie } });
  for (let step = 0; step < 6; step += 1) {
    await passTime(redis, (await refreshed()).settings, 500);
    await refreshed();
  }
}

async function enter({ cookie, claim }: Pick<Visitor, "cookie" | "claim">, by = room) {
  const reply = await by.call("POST", `${base()}/enter`, { form: { claim }, headers: { cookie } });
  return { ...bodyOf(reply), cookie: by.cookieOf(reply) };
}

const statusOf = async (cookie: string, by = room) =>
  bodyOf(await by.call("GET", `${base()}/status`, { headers: { cookie } }));

test("a message that was scheduled at the event before is not shown at the one of its id", async () => {
  const fromLocal = new Date(Date.now() + 1_000).toISOString().slice(0, 19);
  await setMessage(context, { eventId: "sale", texts: { en: "Old" }, fromLocal });
  const where = { customerId: context.customer.id, relayedAt: null };
  while ((await db().outboxEntry.count({ where })) > 0) await relayOutbox(redis);
  const message = async () =>
    bodyOf(await room.call("GET", `${base()}/1/line.json`)).message as string | null;
  await refreshed();
  await expect.poll(message, { timeout: 4_000 }).toBe("Old");
  await again();
  expect(await message()).toBeNull();
});

describe.each([1, 2, 10])("an event that was deleted and made again %i times", (times) => {
  test("takes no place, claim or admission of those before for its own", async () => {
    const before: Visitor[] = [];
    for (let turn = 0; turn < times; turn += 1) {
      const visitors = [await join(), await join(), await join()];
      expect(visitors.map(({ number }) => number)).toEqual([1, 2, 3]);
      await callAll(visitors);
      const [first = expect.fail(), ...waiting] = visitors;
      const entered = await enter(first);
      expect(entered.status).toBe("admitted");
      before.push({ ...first, cookie: entered.cookie }, ...waiting);
      await again();
    }
    const newcomers = [await join(), await join(), await join()];
    expect(newcomers.map(({ number }) => number)).toEqual([1, 2, 3]);
    await callAll(newcomers);
    for (const visitor of before) {
      expect((await enter(visitor)).status).not.toBe("admitted");
      expect((await statusOf(visitor.cookie)).number).toBeUndefined();
    }
    for (const visitor of newcomers) expect((await enter(visitor)).status).toBe("admitted");
    expect((await refreshed()).state).toMatchObject({ admitted: 3, runId: 1 });
  });
});

describe("an event that was made again", () => {
  test("is known to a process that was asleep meanwhile, which lets nobody in by what it knew", async () => {
    const visitor = await join({}, asleep);
    await callAll([visitor]);
    const former = await refreshed(asleep);
    await again();
    // It still has the line of then in memory.
    expect(asleep.context.lines.known(former.settings)).toBe(former);
    expect((await enter(visitor, asleep)).status).not.toBe("admitted");
    await former.refresh();
    expect(former.isGone).toBe(true);
    const line = await refreshed(asleep);
    expect(line.settings.incarnation).toBe(startedRef(context).incarnation);
    expect((await enter(visitor, asleep)).status).not.toBe("admitted");
    expect((await join({}, asleep)).number).toBe(1);
  });

  test("has none of the limits, settings or numbers that rooms still know of the one before", async () => {
    await setLimit(redis, startedRef(context), "stock", 0);
    await setLimit(redis, startedRef(context), "governedOutflow", 1);
    await join({}, asleep);
    const former = await refreshed(asleep);
    expect(former.state?.stock).toBe(0);
    await deleteWhole(redis, context, SALE);
    await freeIds();
    await startAnew(redis, context, SALE);
    // All that a process does to a line that has lost something.
    await former.refresh();
    const { settingsVersion: version } = (await refreshed()).state ?? expect.fail();
    for (let look = 0; look < 3; look += 1) {
      await former.refresh();
      await passTime(redis, (await refreshed()).settings, 500);
    }
    const tick = await tickEvent(redis, startedRef(context));
    expect(tick).toMatchObject({
      status: "OK",
      state: { settingsVersion: version, losses: 0, stock: null, limitsVersion: 0 },
    });
    expect((await join()).number).toBe(1);
  });

  test("knows no access code, move code, staff link or enqueue token of the one before", async () => {
    const { csv } = await createAccessCodes(context, {
      eventId: "sale",
      name: "Fans",
      count: 1,
      use: { kind: "single-use" },
    });
    await relayOutbox(redis);
    const code = csv.split("\r\n")[1]?.split(",")[0] ?? "";
    const { url } = await createStaffLink(context, { eventId: "sale", label: "Press" });
    const link = new URL(url).searchParams.get("link") ?? "";
    const token = await enqueueToken("family");
    const visitor = await join({ enqueueToken: token });
    const moved = await room.call("POST", `${base()}/move`, {
      form: { make: "1" },
      headers: { cookie: visitor.cookie },
    });
    const { code: moveCode } = bodyOf(moved);
    expect([visitor.number, typeof moveCode]).toEqual([1, "string"]);
    await again();
    expect((await join({ code })).problem).toBe("code-unknown");
    expect((await join({ enqueueToken: token })).problem).toBe("invitation-invalid");
    const { wireId: customerId } = context.customer;
    const expiresUnixSeconds = Math.floor(Date.now() / 1_000) + 3_600;
    // As links were signed before events had keys.
    const claims = { id: "stl_former", expiresUnixSeconds };
    const former = makeStaffLink(master, { customerId, eventId: "sale" }, claims);
    for (const one of [link, former]) {
      const page = await room.call("POST", `/staff/${customerId}/sale`, { form: { link: one } });
      expect(page.body).toContain('"staff-link-invalid"');
    }
    const taken = await room.call("POST", `${base()}/move`, { form: { code: String(moveCode) } });
    expect(bodyOf(taken).number).toBeUndefined();
    // Of the same person, for the new event: a place of its own.
    const anew = await join({ enqueueToken: await enqueueToken("family") });
    expect(anew).toMatchObject({ number: 1, problem: null });
  });
});

async function enqueueToken(key: string): Promise<string> {
  await writeCustomerToRedis(redis, context.customer.id);
  const { wireId } = context.customer;
  const { sealed } = await db().secret.findFirstOrThrow({
    where: { customerId: context.customer.id, active: true },
  });
  const secret = unseal(masterKeysFromEnvironment(), `secret:${wireId}`, sealed);
  return makeEnqueueToken(
    {
      customerId: wireId,
      eventId: "sale",
      tokenIdentifier: randomUUID(),
      issuedAtMs: Date.now(),
      expiresAtMs: Date.now() + 86_400_000,
      key,
    },
    secret,
    enqueueTokenCrypto,
  );
}

describe("an event of before there were incarnations", () => {
  beforeEach(async () => {
    await deleteWhole(redis, context, SALE);
    await freeIds();
    // As a waiting room of the version before tells that it runs.
    await redis.zadd("wr:nodes", Date.now(), "0123456789ab");
    await db().formerId.deleteMany();
    await startAnew(redis, context, SALE);
    await redis.zrem("wr:nodes", "0123456789ab");
  });

  test("keeps its places, and is another than the one that is made after it", async () => {
    expect(startedRef(context).incarnation).toBeNull();
    const visitors = [await join(), await join()];
    await callAll(visitors);
    const [first = expect.fail(), second = expect.fail()] = visitors;
    expect((await enter(first)).status).toBe("admitted");
    await again();
    expect(startedRef(context).incarnation).not.toBeNull();
    const newcomers = [await join(), await join()];
    await callAll(newcomers);
    expect((await enter(second)).status).not.toBe("admitted");
    for (const visitor of newcomers) expect((await enter(visitor)).status).toBe("admitted");
  });
});

test("a line that a worker of the version before made for it is removed, and rooms leave it", async () => {
  const { incarnation: own, ...named } = startedRef(context);
  const published = (await readPublishedEvent(redis, named.customerId, "sale")) ?? expect.fail();
  // That worker knows settings without an incarnation, and makes their line by the id alone.
  const former = { ...published, incarnation: null };
  await createRun(redis, former);
  await publishEvent(redis, former, null);
  const line = await refreshed(asleep);
  expect(line.settings.incarnation).toBeNull();
  const { id: rowId } = await db().event.findFirstOrThrow({
    where: { customerId: context.customer.id },
  });
  await reconcileEvent(redis, rowId);
  await line.refresh();
  expect((await refreshed(asleep)).settings.incarnation).toBe(own);
  expect(await redis.exists(eventKeys(former).line)).toBe(0);
});

test("a customer that is made again has nothing of the one before", async () => {
  const visitor = await join();
  await callAll([visitor]);
  const former = await refreshed(asleep);
  const { wireId } = context.customer;
  await stopEvent(context, { eventId: "sale" });
  await relayOutbox(redis);
  await deleteCustomer(
    redis,
    installationContext(context.customer, "admin"),
    { withoutExport: true },
    0,
  );
  await removeGoneCustomers(redis, Date.now() + 600_000);
  await freeIds();
  const made = await createTestCustomer();
  await db().customer.update({ where: { id: made.customer.id }, data: { wireId } });
  context = { ...made, customer: { ...made.customer, wireId } };
  await startAnew(redis, context, SALE);
  await former.refresh();
  expect((await enter(visitor, asleep)).status).not.toBe("admitted");
  await refreshed();
  const newcomer = await join();
  expect(newcomer.number).toBe(1);
  await callAll([newcomer]);
  expect((await enter(visitor)).status).not.toBe("admitted");
  expect((await enter(newcomer)).status).toBe("admitted");
});

test("a line whose event was deleted is given up, and one that Redis has lost is not", async () => {
  const line = await refreshed();
  const published = await readPublishedEvent(redis, context.customer.wireId, "sale");
  expect(published?.incarnation).toBe(line.settings.incarnation);
  await redis.del(...Object.values(eventKeys(startedRef(context))));
  await line.refresh();
  expect([line.isLost, line.isGone]).toEqual([true, false]);
});
