import { afterAll, beforeAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { archiveEvent } from "@/lib/services/event/manage/archive";
import { createEvent } from "@/lib/services/event/manage/create";
import { duplicateEvent } from "@/lib/services/event/manage/duplicate";
import { getEvent } from "@/lib/services/event/manage/get";
import { listArchivedEvents } from "@/lib/services/event/manage/list";
import { restoreEvent } from "@/lib/services/event/manage/restore";
import { setLogo } from "@/lib/services/event/manage/set-logo";
import { updateEvent } from "@/lib/services/event/manage/update";
import { startOccurrences } from "@/lib/services/event/schedule/start-occurrences";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import { createFromTemplate } from "@/lib/services/event/template/create-event";
import { deleteTemplate } from "@/lib/services/event/template/delete";
import { listTemplates } from "@/lib/services/event/template/list";
import { saveTemplate } from "@/lib/services/event/template/save";
import { deleteEvent } from "@/lib/services/operation/removal/delete";
import { getEventLosses } from "@/lib/services/operation/removal/losses";
import { removeDeletedEvents } from "@/lib/services/operation/removal/remove-deleted";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { createRule } from "@/lib/services/sites/rule/create";
import { stopEvent } from "@/test/at-once";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  startTestEvent,
} from "@/test/customer";
import { listEvents } from "@/test/list-events";
import { testRedisUrl } from "@/test/redis";
import { freeIds } from "@/test/reused-id";
import { queueRule } from "@/test/rules";
import { startEvent } from "./start";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const sale = { eventId: "sale" };
const LATER_MS = Date.now() + 600_000;
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

const idsOf = (events: readonly { readonly eventId: string }[]) =>
  events.map(({ eventId }) => eventId);

test("a copy has the settings and the logo, and nothing that happened", async () => {
  const context = await createCustomerWithSale();
  await updateEvent(context, { ...sale, outflowPerMinute: 77, lineLimit: 5, queueAll: true });
  await setLogo(context, { ...sale, logoBase64: png.toString("base64") });
  await startTestEvent(context, sale);
  const copy = await duplicateEvent(context, { ...sale, newEventId: "other", name: "Other" });
  expect(copy).toMatchObject({ status: "draft", runId: 0, settingsVersion: 1, name: "Other" });
  const like = await getEvent(context, sale);
  for (const name of ["outflowPerMinute", "lineLimit", "queueAll", "logo", "lanes"] as const) {
    expect(copy[name]).toEqual(like[name]);
  }
  await expect(
    duplicateEvent(context, { ...sale, newEventId: "other", name: "Again" }),
  ).rejects.toMatchObject({ code: "conflict" });
  expect((await auditSentences(context)).at(-1)).toBe(
    "Ana created the event Other as a copy of Sale",
  );
});

test("a template keeps the settings as they were, and an event from it takes what is given", async () => {
  const context = await createCustomerWithSale();
  await updateEvent(context, { ...sale, outflowPerMinute: 77, lineLimit: 5 });
  await setLogo(context, { ...sale, logoBase64: png.toString("base64") });
  const { templateId } = await saveTemplate(context, { ...sale, name: "Tickets" });
  await updateEvent(context, { ...sale, lineLimit: 6 });
  const event = await createFromTemplate(context, {
    templateId,
    eventId: "other",
    name: "Other",
    outflowPerMinute: 99,
  });
  expect(event).toMatchObject({ name: "Other", lineLimit: 5, outflowPerMinute: 99 });
  expect(event.logo).toEqual((await getEvent(context, sale)).logo);

  await expect(saveTemplate(context, { ...sale, name: "Tickets" })).rejects.toMatchObject({
    fields: { name: expect.stringMatching(/already/) },
  });
  const stranger = await createCustomerWithSale();
  expect(await listTemplates(stranger)).toEqual([]);
  const made = { templateId, eventId: "mine", name: "Mine" };
  await expect(createFromTemplate(stranger, made)).rejects.toMatchObject({ code: "not_found" });
  await expect(deleteTemplate(stranger, { templateId })).rejects.toMatchObject({
    code: "not_found",
  });
  await deleteTemplate(context, { templateId });
  expect(await listTemplates(context)).toEqual([]);
  expect(idsOf(await listEvents(context))).toContain("other");
});

test("what is in the archive stands in no list, changes in nothing, and comes back as it was", async () => {
  const context = await createCustomerWithSale();
  await startTestEvent(context, sale);
  await expect(archiveEvent(context, sale)).rejects.toMatchObject({ code: "precondition_failed" });
  await stopEvent(context, sale);
  const before = await getEvent(context, sale);
  await archiveEvent(context, sale);
  await archiveEvent(context, sale);
  expect(await listEvents(context)).toEqual([]);
  expect(idsOf(await listArchivedEvents(context))).toEqual(["sale"]);
  for (const change of [
    () => updateEvent(context, { ...sale, lineLimit: 5 }),
    () => startEvent(context, sale),
    () => setLogo(context, { ...sale, logoBase64: png.toString("base64") }),
  ]) {
    await expect(change()).rejects.toThrow(/is archived/);
  }
  await restoreEvent(context, sale);
  const { settingsVersion, updatedAt, ...after } = await getEvent(context, sale);
  expect(after).toEqual({ ...before, settingsVersion: undefined, updatedAt: undefined });
  expect([settingsVersion, typeof updatedAt]).toEqual([before.settingsVersion + 2, "string"]);
  expect(idsOf(await listEvents(context))).toEqual(["sale"]);
});

test("no schedule opens an event that is in the archive", async () => {
  const context = await createCustomerWithSale();
  const at = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16);
  await createEvent(context, {
    eventId: "daily",
    name: "Daily",
    kind: "scheduled",
    targetUrl: "https://shop.example/",
    startLocal: at(-600),
    endLocal: at(-500),
    schedules: [],
  });
  const { customerId } = await db().event.update({
    where: { customerId_wireId: { customerId: context.customer.id, wireId: "daily" } },
    data: { status: "stopped", currentRun: 1 },
  });
  expect(customerId).toBe(context.customer.id);
  await updateEvent(context, {
    eventId: "daily",
    schedules: [
      {
        id: "now",
        name: "Now",
        timing: { kind: "once", startLocal: at(-10), endLocal: at(50), timeZone: "UTC" },
        preQueueMinutes: 0,
        overrides: {},
      },
    ],
  });
  await archiveEvent(context, { eventId: "daily" });
  await startTestEvent(context, sale);
  await startOccurrences();
  expect((await getEvent(context, { eventId: "daily" })).status).toBe("stopped");
  await restoreEvent(context, { eventId: "daily" });
  await startOccurrences();
  expect((await getEvent(context, { eventId: "daily" })).status).toBe("open");
});

test("an event is deleted by whoever types its name, once it is closed and no rule leads there", async () => {
  const context = await createCustomerWithSale();
  const operator = await addTestMember(context, "operator", "Ben");
  const named = { ...sale, name: "Sale" };
  await expect(deleteEvent(operator, named)).rejects.toMatchObject({ code: "forbidden" });
  await expect(deleteEvent(context, { ...sale, name: "sale" })).rejects.toMatchObject({
    fields: { name: "Type Sale to delete it." },
  });
  await startTestEvent(context, sale);
  await expect(deleteEvent(context, named)).rejects.toThrow(/Stop it first/);
  await stopEvent(context, sale);
  await createRule(context, queueRule("Tickets"));
  await expect(deleteEvent(context, named)).rejects.toThrow(/Sale is used by rules: Tickets/);
  expect((await getEventLosses(context, sale)).rules).toEqual(["Tickets"]);
});

test("nobody deletes an event at a browser that was left alone", async () => {
  const context = await createCustomerWithSale();
  const admin = await addTestMember(context, "admin", "Cleo");
  const stale = { ...admin, signIn: { sessionId: "session_gone", provenAt: new Date(0) } };
  const named = { ...sale, name: "Sale" };
  await expect(deleteEvent(stale, named)).rejects.toMatchObject({ code: "reauthenticate" });
  expect((await getEvent(context, sale)).name).toBe("Sale");
});

test("what is deleted is gone at once for everybody, and from both stores some minutes later", async () => {
  const context = await createCustomerWithSale();
  await setLogo(context, { ...sale, logoBase64: png.toString("base64") });
  await duplicateEvent(context, { ...sale, newEventId: "other", name: "Other" });
  await startTestEvent(context, sale);
  await createAccessCodes(context, {
    ...sale,
    name: "Fans",
    count: 20,
    use: { kind: "single-use" },
  });
  await createStaffLink(context, { ...sale, label: "Press" });
  await relayOutbox(redis);
  await stopEvent(context, sale);
  expect(await getEventLosses(context, sale)).toMatchObject({
    runs: 1,
    accessCodes: 20,
    staffLinks: 1,
    rules: [],
  });
  const { id } = await db().event.findFirstOrThrow({
    where: { customerId: context.customer.id, wireId: "sale" },
  });
  await deleteEvent(context, { ...sale, name: "Sale" });
  expect((await auditSentences(context)).at(-1)).toBe("Ana deleted the event Sale");
  await expect(getEvent(context, sale)).rejects.toMatchObject({ code: "not_found" });
  await expect(deleteEvent(context, { ...sale, name: "Sale" })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(idsOf(await listEvents(context))).toEqual(["other"]);
  const again = {
    ...sale,
    name: "Anew",
    kind: "always-on",
    targetUrl: "https://a.example",
  } as const;
  await expect(createEvent(context, again)).rejects.toThrow(/still being deleted/);

  await removeDeletedEvents(redis);
  expect(await db().accessCode.count({ where: { eventId: id } })).toBe(0);
  await relayOutbox(redis);
  expect(await db().event.count({ where: { id } })).toBe(1);

  await removeDeletedEvents(redis, LATER_MS);
  expect(await db().event.count({ where: { id } })).toBe(0);
  const { wireId } = context.customer;
  expect(await redis.keys(`wr:{${wireId}:sale*`)).toEqual([]);
  expect(await readPublishedEvent(redis, wireId, "sale")).toBeNull();
  // The copy wears the same logo, whose bytes are stored once.
  const { logo } = await getEvent(context, { eventId: "other" });
  expect(await redis.hexists(`wr:{${wireId}}:published`, `logo:${logo?.hash}`)).toBe(1);

  await expect(createEvent(context, again)).rejects.toThrow(/may still hold passes/);
  await freeIds();
  const anew = await createEvent(context, again);
  expect(anew).toMatchObject({ runId: 0, settingsVersion: 1 });
  await relayOutbox(redis);
  expect(await getEvent(context, sale)).toMatchObject({ name: "Anew", settingsVersion: 1 });
});
