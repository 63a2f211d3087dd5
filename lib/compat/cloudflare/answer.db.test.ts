import Cloudflare from "cloudflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { eventIdOfRoom } from "@/lib/domain/cloudflare-room/room";
import { PERMISSIONS } from "@/lib/domain/permissions/roles";
import { duplicateEvent } from "@/lib/services/event/manage/duplicate";
import { getEvent } from "@/lib/services/event/manage/get";
import { updateEvent } from "@/lib/services/event/manage/update";
import { toEventSettings } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { getUnpublishedChanges } from "@/lib/services/sites/publication/get-changes";
import { createRule } from "@/lib/services/sites/rule/create";
import { listRules } from "@/lib/services/sites/rule/list";
import { keyOf, newFixture } from "@/tools/api/fixture";
import { serveApiHere } from "@/tools/api/serve-here";
import { disconnectLineRedis } from "@/tools/shared/line-redis";

let served: Awaited<ReturnType<typeof serveApiHere>>;
beforeAll(async () => {
  served = await serveApiHere();
});
afterAll(async () => {
  await served.close();
  disconnectLineRedis();
  await disconnectDb();
});

const clientWith = (apiToken: string) =>
  new Cloudflare({ apiToken, baseURL: `${served.baseUrl}/client/v4`, maxRetries: 0 });

async function withZone() {
  const fixture = await newFixture();
  const { context, key } = fixture;
  return { fixture, context, client: clientWith(key), of: { zone_id: context.customer.wireId } };
}

const ROOM = {
  ...{ name: "shop", host: "shop.example.com", path: "/shop" },
  ...{ total_active_users: 300, new_users_per_minute: 250 },
};

async function roomIn({ client, of }: Pick<Awaited<ReturnType<typeof withZone>>, "client" | "of">) {
  const room = await client.waitingRooms.create({ ...of, ...ROOM });
  const id = room?.id ?? "";
  return { id, eventId: eventIdOfRoom(id) };
}

const rulesOf = async (context: ServiceContext) =>
  (await listRules(context)).map(({ actionType, name }) => `${actionType} ${name}`);

test("a room is an open event with its settings and a published rule", async () => {
  const zone = await withZone();
  const { eventId } = await roomIn(zone);
  expect(await getEvent(zone.context, { eventId })).toMatchObject({
    ...{ name: "shop", kind: "always-on", status: "open", paused: false, letThrough: false },
    ...{ activeCap: 300, outflowPerMinute: 250, sessionMinutes: 5, sessionMode: "sliding" },
    targetUrl: "https://shop.example.com/shop",
  });
  expect(await rulesOf(zone.context)).toEqual(["Queue Cloudflare shop"]);
  const { publishedVersion, hasChanges } = await getUnpublishedChanges(zone.context);
  expect({ publishedVersion, hasChanges }).toEqual({ publishedVersion: 1, hasChanges: false });
});

/** Refuses to write what the audit log says of a verb, so that the change fails that is to be written with it. */
async function failingAt<Result>(verb: string, run: () => Promise<Result>): Promise<Result> {
  await db().$executeRawUnsafe(
    `CREATE OR REPLACE FUNCTION "failStep"() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'a failure in the middle'; END $$`,
  );
  await db().$executeRawUnsafe(
    `CREATE TRIGGER "failStep" BEFORE INSERT ON "AuditEntry" FOR EACH ROW
     WHEN (NEW."verb" = '${verb}') EXECUTE FUNCTION "failStep"()`,
  );
  return run().finally(() => db().$executeRawUnsafe(`DROP TRIGGER "failStep" ON "AuditEntry"`));
}

const WHOLE = {
  ...{ ...ROOM, queue_all: true },
  custom_page_html: "<title>Wait</title><p>{{waitTime}}</p>",
};

/** Everything of a customer that a room is made of, and what was noted of it. */
async function madeIn(context: ServiceContext) {
  const of = { where: { customerId: context.customer.id } };
  const [events, rules, themes, audited, publications] = await Promise.all([
    db().event.count(of),
    db().rule.count(of),
    db().theme.count(of),
    db().auditEntry.count(of),
    db().publication.count(of),
  ]);
  return { events, rules, themes, audited, publications };
}

test("a failure at any step of making a room, or of removing it, leaves everything as it was", async () => {
  const zone = await withZone();
  const { client, of, context } = zone;
  const verbsSince = async (at: Date) => {
    const where = { customerId: context.customer.id, at: { gt: at } };
    const entries = await db().auditEntry.findMany({ where, select: { verb: true } });
    return [...new Set(entries.map(({ verb }) => verb))];
  };
  // Some things are only made once, with the first room.
  await client.waitingRooms.delete(
    (await client.waitingRooms.create({ ...of, ...WHOLE }))?.id ?? "",
    of,
  );
  const before = await madeIn(context);
  const startedAt = new Date();
  const created = await client.waitingRooms.create({ ...of, ...WHOLE });
  const toCreate = await verbsSince(startedAt);
  const whole = await madeIn(context);
  const deletingAt = new Date();
  const room = created?.id ?? "";
  for (const verb of ["rule.delete", "event.stop", "event.delete", "publication.publish"]) {
    const failed = failingAt(verb, () => client.waitingRooms.delete(room, of));
    await expect(failed, verb).rejects.toMatchObject({ status: 500 });
    expect(await madeIn(context), verb).toEqual(whole);
  }
  await client.waitingRooms.delete(room, of);
  expect(await verbsSince(deletingAt)).toContain("event.delete");
  const empty = await madeIn(context);
  expect(toCreate.length).toBeGreaterThan(6);
  for (const verb of toCreate) {
    const failed = failingAt(verb, () => client.waitingRooms.create({ ...of, ...WHOLE }));
    await expect(failed, verb).rejects.toMatchObject({ status: 500 });
    expect(await madeIn(context), verb).toEqual(empty);
  }
  await client.waitingRooms.create({ ...of, ...WHOLE });
  expect((await madeIn(context)).rules).toBe(before.rules + 1);
});

test("suspended lets everybody through, queue_all lets nobody in, and comes back", async () => {
  const zone = await withZone();
  const { id, eventId } = await roomIn(zone);
  const edit = (some: object) =>
    zone.client.waitingRooms.edit(id, { ...zone.of, ...ROOM, ...some });
  const state = async () => {
    const { paused, letThrough } = await getEvent(zone.context, { eventId });
    return { paused, letThrough };
  };
  await edit({ queue_all: true });
  expect(await state()).toEqual({ paused: true, letThrough: false });
  await edit({ suspended: true });
  expect(await state()).toEqual({ paused: false, letThrough: true });
  await edit({ suspended: false });
  expect(await state()).toEqual({ paused: true, letThrough: false });
});

test("in the pre-queue of an event nobody is admitted before its start", async () => {
  const zone = await withZone();
  const { id, eventId } = await roomIn(zone);
  const minute = (from: number) => new Date((Math.floor(Date.now() / 60_000) + from) * 60_000);
  const event = {
    ...{ name: "drop", prequeue_start_time: minute(0).toISOString() },
    ...{ event_start_time: minute(10).toISOString(), event_end_time: minute(30).toISOString() },
  };
  const create = (some: object) =>
    zone.client.waitingRooms.events.create(id, { ...zone.of, ...event, ...some });
  await expect(create({ shuffle_at_event_start: true })).rejects.toThrow("keep the order");
  const soon = minute(6).toISOString();
  await expect(create({ prequeue_start_time: soon })).rejects.toThrow("five minutes");
  await create({ shuffle_at_event_start: true, queueing_method: "random" });
  expect(await zone.client.waitingRooms.statuses.get(id, zone.of)).toMatchObject({
    status: "event_prequeueing",
  });
  const row = await db().event.findFirstOrThrow({
    where: { wireId: eventId, customerId: zone.context.customer.id },
  });
  const owner = { ...zone.context.customer, suspension: null, maxEvents: null };
  const settings = toEventSettings(row, { ...owner, maxOutflowPerMinute: null, maxWaiting: null });
  expect(settings).toMatchObject({
    ...{ kind: "scheduled", startAtMs: minute(10).getTime(), method: "random" },
  });
});

test("what somebody sets here stays where a program changes something else", async () => {
  const zone = await withZone();
  const { id, eventId } = await roomIn(zone);
  await updateEvent(zone.context, { eventId, outflowPerMinute: 20, waitingStatusCode: 503 });
  await fetchJson(zone, "PATCH", `/waiting_rooms/${id}`, { session_duration: 9 });
  expect(await getEvent(zone.context, { eventId })).toMatchObject({
    ...{ outflowPerMinute: 20, waitingStatusCode: 503, sessionMinutes: 9 },
  });
});

async function fetchJson(
  { fixture, of }: Awaited<ReturnType<typeof withZone>>,
  method: string,
  path: string,
  body: object,
) {
  const response = await fetch(`${served.baseUrl}/client/v4/zones/${of.zone_id}${path}`, {
    ...{ method, body: JSON.stringify(body) },
    headers: { authorization: `Bearer ${fixture.key}`, "content-type": "application/json" },
  });
  return { status: response.status, json: await response.json() };
}

test("the longest path comes first, and what passes by a room before it", async () => {
  const zone = await withZone();
  const { client, of, context } = zone;
  const { id } = await roomIn(zone);
  await client.waitingRooms.create({ ...of, ...ROOM, name: "checkout", path: "/shop/checkout" });
  const rules = { action: "bypass_waiting_room" as const, expression: 'http.host ne "x"' };
  await client.waitingRooms.rules.create(id, { ...of, rules });
  expect(await rulesOf(context)).toEqual([
    "Queue Cloudflare checkout",
    "Ignore Cloudflare shop, bypass",
    "Queue Cloudflare shop",
  ]);
  await client.waitingRooms.delete(id, of);
  expect(await rulesOf(context)).toEqual(["Queue Cloudflare checkout"]);
  expect((await getUnpublishedChanges(context)).hasChanges).toBe(false);
});

test("nothing that somebody else has not published is published, and a refused room leaves nothing", async () => {
  const zone = await withZone();
  await createRule(zone.context, {
    ...{ actionType: "Ignore", name: "Draft of a colleague", action: {} },
    triggers: [
      {
        TriggerParts: [
          {
            ...{ ValidatorType: "UrlValidator", UrlPart: "PagePath" },
            ...{ Operator: "Contains", ValueToCompare: "/about" },
          },
        ],
      },
    ],
  });
  await expect(zone.client.waitingRooms.create({ ...zone.of, ...ROOM })).rejects.toThrow(
    "not published",
  );
  const rooms: unknown[] = [];
  for await (const room of zone.client.waitingRooms.list(zone.of)) rooms.push(room);
  expect(rooms).toEqual([]);
});

test("a name or a route that another room has is refused", async () => {
  const zone = await withZone();
  await roomIn(zone);
  const { client, of } = zone;
  const other = (some: object) => client.waitingRooms.create({ ...of, ...ROOM, ...some });
  await expect(other({ path: "/other" })).rejects.toThrow("already");
  await expect(other({ name: "other" })).rejects.toThrow("shop.example.com/shop");
});

test("a copied event is no room", async () => {
  const zone = await withZone();
  const { eventId } = await roomIn(zone);
  await duplicateEvent(zone.context, { eventId, newEventId: "copied", name: "Copied" });
  const ids: unknown[] = [];
  for await (const { name } of zone.client.waitingRooms.list(zone.of)) ids.push(name);
  expect(ids).toEqual(["shop"]);
});

test("another zone is not there, and a key does only what it may", async () => {
  const zone = await withZone();
  const { id } = await roomIn(zone);
  const stranger = await withZone();
  await expect(stranger.client.waitingRooms.get(id, zone.of)).rejects.toMatchObject({
    status: 404,
  });
  await expect(stranger.client.waitingRooms.get(id, stranger.of)).rejects.toMatchObject({
    status: 404,
  });
  await expect(clientWith("stn_no").waitingRooms.get(id, zone.of)).rejects.toMatchObject({
    status: 401,
  });
  const reading = PERMISSIONS.filter((permission) => permission.endsWith(":read"));
  const reader = clientWith(await keyOf(zone.fixture, reading));
  expect((await reader.waitingRooms.get(id, zone.of))?.id).toBe(id);
  await expect(
    reader.waitingRooms.edit(id, { ...zone.of, ...ROOM, new_users_per_minute: 900 }),
  ).rejects.toMatchObject({ status: 403 });
});
