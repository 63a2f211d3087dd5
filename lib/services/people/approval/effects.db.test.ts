import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { isAsked } from "@/lib/domain/approval/approval";
import { letEverybodyThrough } from "@/lib/services/event/control/let-through";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { setMessage } from "@/lib/services/event/control/set-message";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { startEvent } from "@/lib/services/event/control/start";
import { stopEvent } from "@/lib/services/event/control/stop";
import { publishDraft } from "@/lib/services/event/draft/publish";
import { saveSection } from "@/lib/services/event/draft/save-section";
import { archiveEvent } from "@/lib/services/event/manage/archive";
import { duplicateEvent } from "@/lib/services/event/manage/duplicate";
import { getEvent } from "@/lib/services/event/manage/get";
import { restoreEvent } from "@/lib/services/event/manage/restore";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { SomeSettings } from "@/lib/services/event/settings/schemas";
import { createFromTemplate } from "@/lib/services/event/template/create-event";
import { saveTemplate } from "@/lib/services/event/template/save";
import type { ServiceContext } from "@/lib/services/ground/context";
import { approveRequest } from "@/lib/services/installation/approved/approve";
import { createInvitation } from "@/lib/services/people/invitation/create";
import { publish as publishRules } from "@/lib/services/sites/publication/publish";
import { rollBack } from "@/lib/services/sites/publication/roll-back";
import { addTestMember, createCustomerWithSale, startTestEvent } from "@/test/customer";
import { withSettings } from "@/test/event-row";
import { setApprovals } from "./set-approvals";

afterAll(disconnectDb);

const SALE = { eventId: "sale" };
const PASSTHROUGH = { method: "passthrough" } as const;
const MILLION = { outflowPerMinute: 1_000_000 };
const REQUIRED = { code: "approval_required" };

let ana: ServiceContext;
let ben: ServiceContext;
beforeEach(async () => {
  ana = await createCustomerWithSale();
  ben = await addTestMember(ana, "operator", "Ben");
  await startTestEvent(ana, SALE);
  await setApprovals(ana, { topics: ["let-through"] });
});

/** A schedule that holds all year, or next year. */
const schedule = (overrides: object, year = new Date().getUTCFullYear()) => ({
  ...{ id: "all-year", name: "All year", preQueueMinutes: 0, overrides },
  timing: {
    ...{ kind: "once" as const, timeZone: "UTC" },
    startLocal: `${year}-01-01T00:00`,
    endLocal: `${year}-12-31T23:00`,
  },
});

const waiting = () =>
  db().approval.findMany({ where: { customerId: ana.customer.id, state: "waiting" } });
const row = async () =>
  withSettings(
    await db().event.findFirstOrThrow({ where: { customerId: ana.customer.id, wireId: "sale" } }),
  );

async function publish(settings: SomeSettings, section: "admission" | "order" | "schedule") {
  const now = await getEvent(ana, SALE);
  const seen = Object.fromEntries(
    Object.entries(now).filter(([name]) => Object.hasOwn(settings, name)),
  );
  const drafted = await saveSection(ana, { ...SALE, section, seen, ...settings });
  if (drafted.status !== "drafted") throw new Error("It is no draft.");
  const { revision, effects } = drafted.draft;
  const { settingsVersion } = now;
  return publishDraft(ana, {
    ...SALE,
    section,
    revision,
    settingsVersion,
    confirmed: [...effects],
  });
}

/** Every door by which an open event can be made to let everybody through. */
const DOORS: Readonly<Record<string, () => Promise<unknown>>> = {
  "the settings, published": () => publish(PASSTHROUGH, "order"),
  "the outflow in the settings, published": () => publish(MILLION, "admission"),
  "the settings, by a program": () => updateEvent(ana, { ...SALE, ...PASSTHROUGH }),
  "the safety net": () =>
    updateEvent(ana, { ...SALE, safetyNetPerMinute: 1_000_000, outflowPerMinute: 100 }),
  "a lottery that nobody loses": () =>
    updateEvent(ana, {
      ...SALE,
      admission: {
        share: { type: "percentage", percent: 100 },
        holdSeconds: 300,
        identity: { by: "browser" },
      },
    }),
  "the outflow control": () => setOutflow(ana, { ...SALE, ...MILLION }),
  "a schedule that holds": () =>
    updateEvent(ana, {
      ...{ ...SALE, schedules: [schedule(PASSTHROUGH)] },
      confirmed: ["Immediately: everyone let through instead of first come, first served."],
    }),
  "a schedule that is to come": () =>
    updateEvent(ana, { ...SALE, schedules: [schedule(MILLION, 2_090)] }),
  "a schedule, published": () => publish({ schedules: [schedule(MILLION, 2_090)] }, "schedule"),
};

describe("where letting everybody through needs a second person", () => {
  test.each(Object.entries(DOORS))("so does %s", async (_door, act) => {
    const before = await row();
    await expect(act()).rejects.toMatchObject(REQUIRED);
    const { settingsVersion, method, outflowPerMinute, schedules } = await row();
    expect({ settingsVersion, method, outflowPerMinute, schedules }).toEqual({
      settingsVersion: before.settingsVersion,
      method: before.method,
      outflowPerMinute: before.outflowPerMinute,
      schedules: before.schedules,
    });
    const [request] = await waiting();
    expect(request?.summary).toMatch(/Sale, which (lets everyone through|raises the outflow)/);
    await approveRequest(ben, { approvalId: request?.id ?? "" });
    expect((await row()).settingsVersion).toBe(before.settingsVersion + 1);
  });

  test("what asks for less is done at once", async () => {
    await setOutflow(ana, { ...SALE, outflowPerMinute: 6_000 });
    await publish({ method: "random" }, "order");
    expect(await row()).toMatchObject({ outflowPerMinute: 6_000, method: "random" });
    expect(await waiting()).toEqual([]);
  });

  test("an event that is closed is asked for when it is started, however it was made", async () => {
    await stopEvent(ana, SALE);
    await updateEvent(ana, { ...SALE, ...PASSTHROUGH });
    await duplicateEvent(ana, { ...SALE, newEventId: "copy", name: "Copy" });
    const { templateId } = await saveTemplate(ana, { ...SALE, name: "Template" });
    await createFromTemplate(ana, { templateId, eventId: "made", name: "Created" });
    for (const eventId of ["sale", "copy", "made"]) {
      await expect(startEvent(ana, { eventId })).rejects.toMatchObject(REQUIRED);
    }
    const open = { customerId: ana.customer.id, status: "open" } as const;
    expect(await db().event.count({ where: open })).toBe(0);
    const [request] = await waiting();
    await approveRequest(ben, { approvalId: request?.id ?? "" });
    expect(await db().event.count({ where: open })).toBe(1);
  });

  test("an archive hides no schedule that opens a stopped event by itself", async () => {
    await stopEvent(ana, SALE);
    await archiveEvent(ana, SALE);
    const { id } = await row();
    await db().event.update({
      where: { id },
      data: { kind: "scheduled", schedules: [schedule(PASSTHROUGH, 2_090)] },
    });
    await expect(restoreEvent(ana, SALE)).rejects.toMatchObject(REQUIRED);
    expect((await row()).archivedAt).not.toBeNull();
  });

  test("a request is worth nothing once the settings that it was about have changed", async () => {
    await expect(setOutflow(ana, { ...SALE, ...MILLION })).rejects.toMatchObject(REQUIRED);
    const [request] = await waiting();
    await setOutflow(ana, { ...SALE, outflowPerMinute: 100 });
    await expect(approveRequest(ben, { approvalId: request?.id ?? "" })).rejects.toThrow(
      /has changed since/,
    );
    expect((await row()).outflowPerMinute).toBe(100);
  });

  test("who asks for something else instead takes the first request back", async () => {
    await expect(setOutflow(ana, { ...SALE, ...MILLION })).rejects.toMatchObject(REQUIRED);
    const less = { ...SALE, outflowPerMinute: 7_000 };
    await expect(setOutflow(ana, less)).rejects.toMatchObject(REQUIRED);
    const [request, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(request?.summary).toMatch(/to 7000 per minute/);
    await approveRequest(ben, { approvalId: request?.id ?? "" });
    expect((await row()).outflowPerMinute).toBe(7_000);
  });

  test("the limit of the outflow is the customer's", async () => {
    await setApprovals(ana, { topics: ["let-through"], outflow: 50_000 });
    await setOutflow(ana, { ...SALE, outflowPerMinute: 50_000 });
    expect((await row()).outflowPerMinute).toBe(50_000);
  });

  test("a request that the version before stored is approved as ever", async () => {
    const asked = await letEverybodyThrough(ana, SALE);
    if (!isAsked(asked)) throw new Error("Nobody was asked.");
    await approveRequest(ben, { approvalId: asked.approvalId });
    expect((await row()).letThrough).toBe(true);
  });
});

test("whoever does by settings what a button does has to have proved who they are", async () => {
  await setApprovals(ana, { topics: [] });
  const stale = { ...ana, signIn: { sessionId: "none", provenAt: new Date(0) } };
  const settings = { ...SALE, ...PASSTHROUGH };
  await expect(updateEvent(stale, settings)).rejects.toMatchObject({ code: "reauthenticate" });
  await updateEvent(ana, settings);
  expect((await row()).method).toBe("passthrough");
});

test("an end that comes earlier needs what stopping needs", async () => {
  await setApprovals(ana, { topics: ["stop"] });
  const { id } = await row();
  const startAt = new Date(Date.now() - 60_000);
  await db().event.update({ where: { id }, data: { kind: "scheduled", startAt } });
  const inAMinute = new Date(Date.now() + 60_000).toISOString().slice(0, 19);
  const end = { ...SALE, endLocal: inAMinute };
  await expect(updateEvent(ana, end)).rejects.toMatchObject(REQUIRED);
  expect((await row()).endAt).toBeNull();
});

test("the outflow alone can need a second person", async () => {
  await setApprovals(ana, { topics: ["outflow"] });
  await expect(setOutflow(ana, { ...SALE, ...MILLION })).rejects.toMatchObject(REQUIRED);
  await letEverybodyThrough(ana, SALE);
  expect((await row()).letThrough).toBe(true);
});

describe("where messages need a second person", () => {
  const texts = { en: "Doors open at ten." };
  beforeEach(() => setApprovals(ana, { topics: ["messages"] }));

  test("a message is shown once it is approved, and taken back at once", async () => {
    await expect(setMessage(ana, { ...SALE, texts })).rejects.toMatchObject(REQUIRED);
    expect((await row()).message).toBeNull();
    const [request] = await waiting();
    expect(request?.summary).toBe(
      "say “Doors open at ten.” (en) at Sale, which shows visitors a message",
    );
    await approveRequest(ben, { approvalId: request?.id ?? "" });
    expect((await row()).message).toMatchObject({ texts });
    await setMessage(ana, { ...SALE, texts: null });
    expect((await row()).message).toBeNull();
  });

  test("a pause waits for nobody; its words do", async () => {
    const view = await pauseEvent(ana, { ...SALE, message: "Back soon." });
    expect(view).toMatchObject({ paused: true, isMessagePending: true });
    expect(await row()).toMatchObject({ paused: true, pauseMessage: null });
    const [request] = await waiting();
    await approveRequest(ben, { approvalId: request?.id ?? "" });
    expect(await row()).toMatchObject({ paused: true, pauseMessage: "Back soon." });
  });

  test("a pause without words leaves nothing pending", async () => {
    const view = await pauseEvent(ana, SALE);
    expect(view).toMatchObject({ paused: true, isMessagePending: false });
    expect(await waiting()).toEqual([]);
  });

  test("a pause stands although its words can't be requested", async () => {
    const message = "Back soon.";
    const { id: customerId } = ana.customer;
    const request = { customerId, verb: "event.stop", summary: "stop it", sealed: "" };
    const asked = { askedById: ben.actor.id, askedByName: "Ben", expiresAt: new Date(8e14) };
    const requests = Array.from({ length: 50 }, () => {
      const id = crypto.randomUUID();
      return { ...request, ...asked, id, subject: id };
    });
    await db().approval.createMany({ data: requests });
    expect(await pauseEvent(ana, { ...SALE, message })).toMatchObject({
      ...{ paused: true, isMessagePending: false },
      messageRefusal: "50 requests are already pending approval.",
    });
    expect(await row()).toMatchObject({ paused: true, pauseMessage: null });
    await expect(pauseEvent(ana, { ...SALE, message })).rejects.toMatchObject({
      code: "limit_exceeded",
    });
    expect((await row()).paused).toBe(true);
  });

  test("a colleague's request for words of this pause is not replaced", async () => {
    await pauseEvent(ana, { ...SALE, message: "Back soon." });
    await expect(pauseEvent(ben, { ...SALE, message: "Back at ten." })).rejects.toThrow(
      /^Ana has already requested/,
    );
    expect(await row()).toMatchObject({ paused: true, pauseMessage: null });
  });

  test("a colleague's request for words of an earlier pause makes room", async () => {
    await pauseEvent(ana, { ...SALE, message: "Back soon." });
    await resumeEvent(ana, SALE);
    const view = await pauseEvent(ben, { ...SALE, message: "Back at ten." });
    expect(view).toMatchObject({ paused: true, isMessagePending: true, messageRefusal: null });
    const [request, ...others] = await waiting();
    expect([request?.askedByName, others]).toEqual(["Ben", []]);
    const where = { customerId: ana.customer.id, askedByName: "Ana" };
    expect(await db().approval.findFirst({ where })).toMatchObject({ state: "outdated" });
    await approveRequest(ana, { approvalId: request?.id ?? "" });
    expect(await row()).toMatchObject({ paused: true, pauseMessage: "Back at ten." });
  });

  test("words for a pause that is over pause nothing again", async () => {
    await pauseEvent(ana, { ...SALE, message: "Back soon." });
    await resumeEvent(ana, SALE);
    const [request] = await waiting();
    await expect(approveRequest(ben, { approvalId: request?.id ?? "" })).rejects.toThrow(
      /has changed since/,
    );
    expect((await row()).paused).toBe(false);
  });
});

describe("what is no change of an event", () => {
  test("rules are published as they were when it was asked for, or not at all", async () => {
    await setApprovals(ana, { topics: [] });
    await publishRules(ana);
    const carl = await addTestMember(ana, "admin", "Carl");
    await setApprovals(ana, { topics: ["publish"] });
    await expect(publishRules(ana)).rejects.toMatchObject(REQUIRED);
    const [first] = await waiting();
    expect(first?.summary).toBe("publish version 2 of the rules");
    await approveRequest(carl, { approvalId: first?.id ?? "" });
    await expect(rollBack(ana, { version: 1, newest: 2 })).rejects.toMatchObject(REQUIRED);
    await db().approval.updateMany({
      where: { customerId: ana.customer.id, verb: "publication.roll-back" },
      data: { state: "cancelled" },
    });
    await expect(publishRules(ana)).rejects.toMatchObject(REQUIRED);
    const [second] = await waiting();
    await expect(approveRequest(ben, { approvalId: second?.id ?? "" })).rejects.toMatchObject({
      code: "not_found",
    });
    const where = { customerId: ana.customer.id };
    expect(await db().publication.count({ where })).toBe(2);
  });

  test("an owner is a topic of its own, which a change of members includes", async () => {
    await addTestMember(ana, "admin", "Carl");
    const owner = { email: `${crypto.randomUUID()}@example.com`, role: "owner" } as const;
    await setApprovals(ana, { topics: ["owners"] });
    await expect(createInvitation(ana, owner)).rejects.toMatchObject(REQUIRED);
    const viewer = { ...owner, role: "viewer" } as const;
    await expect(createInvitation(ana, viewer)).resolves.toMatchObject({ role: "viewer" });
    await setApprovals(ana, { topics: ["members"] });
    const other = { ...owner, email: `${crypto.randomUUID()}@example.com` };
    await expect(createInvitation(ana, other)).rejects.toMatchObject(REQUIRED);
  });
});
