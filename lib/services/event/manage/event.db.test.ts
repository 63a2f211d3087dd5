import { afterAll, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { setSoftBlock } from "@/lib/services/event/control/set-soft-block";
import { startEvent } from "@/lib/services/event/control/start";
import type { ServiceContext } from "@/lib/services/ground/context";
import { renameCustomerInput } from "@/lib/services/installation/customer/rename";
import { addSecret } from "@/lib/services/sites/secret/add-secret";
import { stopEvent } from "@/test/at-once";
import {
  addTestMember,
  auditSentences,
  createTestCustomer,
  outboxOf,
  startTestEvent,
  withBrokenAudit,
} from "@/test/customer";
import { withSettings } from "@/test/event-row";
import { listEvents } from "@/test/list-events";
import { createEvent } from "./create";
import { getEvent } from "./get";
import { listEventNames } from "./list-names";
import { setLogo } from "./set-logo";
import { updateEvent } from "./update";

afterAll(disconnectDb);

const input = {
  eventId: "spring",
  name: "Spring Sale",
  kind: "always-on",
  targetUrl: "https://shop.example.com/",
  outflowPerMinute: 200,
} as const;
const spring = { eventId: "spring" };
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

async function withEvent(): Promise<ServiceContext> {
  const context = await createTestCustomer();
  await createEvent(context, input);
  return context;
}

const rowOf = async (context: ServiceContext) =>
  withSettings(
    await db().event.findUniqueOrThrow({
      where: { customerId_wireId: { customerId: context.customer.id, wireId: "spring" } },
      include: { runs: { orderBy: { number: "asc" } } },
    }),
  );

/** Each verb that changes an event, with the input that suits an open one. */
const CHANGES: readonly [string, (context: ServiceContext) => Promise<unknown>][] = [
  ["update", (context) => updateEvent(context, { ...spring, name: "Summer Sale" })],
  ["set-outflow", (context) => setOutflow(context, { ...spring, outflowPerMinute: 400 })],
  ["set-logo", (context) => setLogo(context, { ...spring, logoBase64: png.toString("base64") })],
  ["pause", (context) => pauseEvent(context, spring)],
  ["stop", (context) => stopEvent(context, spring)],
];

describe("an event's life", () => {
  test("every change raises the version, is a sentence in the audit log and is told to the line", async () => {
    const context = await withEvent();
    const { id } = await rowOf(context);
    const versions = [
      await startTestEvent(context, spring),
      await setOutflow(context, { ...spring, outflowPerMinute: 400 }),
      await setOutflow(context, { ...spring, outflowPerMinute: 100 }),
      await pauseEvent(context, { ...spring, message: "Back at noon" }),
      await resumeEvent(context, spring),
      await setLogo(context, { ...spring, logoBase64: png.toString("base64") }),
      await updateEvent(context, { ...spring, lineLimit: 500, sessionMode: "fixed" }),
      await stopEvent(context, spring),
      await startTestEvent(context, spring),
    ].map((event) => event.settingsVersion);
    expect(versions).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await auditSentences(context)).toEqual([
      "Ana created the event Spring Sale",
      "Ana started Spring Sale (run 1)",
      "Ana raised outflow of Spring Sale from 200 to 400 per minute",
      "Ana lowered outflow of Spring Sale from 400 to 100 per minute",
      "Ana paused Spring Sale: “Back at noon”",
      "Ana resumed Spring Sale",
      "Ana set the logo of Spring Sale",
      "Ana changed Spring Sale: line limit from none to 500, session from sliding to fixed",
      "Ana stopped Spring Sale (run 1)",
      "Ana started Spring Sale (run 2)",
    ]);
    const [first, second] = (await rowOf(context)).runs;
    const entries = await outboxOf(context);
    expect(entries.filter((entry) => entry === `event ${id}`)).toHaveLength(10);
    expect(entries.filter((entry) => entry.startsWith("run "))).toEqual([
      `run ${first?.id}`,
      `run ${first?.id}`,
      `run ${second?.id}`,
    ]);
    expect(first?.endedAt).toBeInstanceOf(Date);
    expect(second).toMatchObject({ number: 2, endedAt: null, lineCreatedAt: null });
  });

  test("a new event is a draft with the defaults and the customer's name as its brand", async () => {
    const context = await withEvent();
    expect(await getEvent(context, spring)).toMatchObject({
      ...input,
      status: "draft",
      paused: false,
      settingsVersion: 1,
      runId: 0,
      brandName: "Test Tickets",
      bindsToAddress: false,
      cloudflareJson: false,
      sessionMinutes: 20,
      startAt: null,
      logo: null,
    });
  });

  test("the longest name that a customer can have is the brand of an event that can be changed", async () => {
    const { customer, ...others } = await createTestCustomer();
    const name = renameCustomerInput.parse({ name: "x".repeat(80) }).name;
    const context = { ...others, customer: { ...customer, name } };
    await createEvent(context, input);
    const changed = await updateEvent(context, { ...spring, name: "Summer Sale" });
    expect(changed).toMatchObject({ name: "Summer Sale", brandName: name });
  });

  test("a scheduled start is the instant of the local time in its zone, also when the zone changes", async () => {
    const context = await createTestCustomer();
    const schedule = { startLocal: "2027-07-01T09:00", timeZone: "Europe/Vienna" };
    const event = await createEvent(context, { ...input, kind: "scheduled", ...schedule });
    expect(event).toMatchObject({ ...schedule, startAt: "2027-07-01T07:00:00.000Z" });
    const moved = await updateEvent(context, { ...spring, timeZone: "America/New_York" });
    expect(moved.startLocal).toBe("2027-07-01T09:00");
    expect(moved.startAt).toBe("2027-07-01T13:00:00.000Z");
  });

  test("a logo is stored by what its bytes are, and can be removed", async () => {
    const context = await withEvent();
    const set = await setLogo(context, { ...spring, logoBase64: png.toString("base64") });
    expect(set.logo).toEqual({
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
      contentType: "image/png",
    });
    expect(Buffer.from((await rowOf(context)).logo ?? [])).toEqual(png);
    expect((await setLogo(context, { ...spring, logoBase64: null })).logo).toBeNull();
  });

  test("pausing again changes the message only", async () => {
    const context = await withEvent();
    await startTestEvent(context, spring);
    await pauseEvent(context, { ...spring, message: "Back soon" });
    await expect(pauseEvent(context, { ...spring, message: "Back soon" })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    const event = await pauseEvent(context, { ...spring, message: "Back at noon" });
    expect(event).toMatchObject({ paused: true, pauseMessage: "Back at noon" });
  });

  test("a soft block is switched on and off, once each, and ends with the run", async () => {
    const context = await withEvent();
    const set = (isOn: boolean) => setSoftBlock(context, { ...spring, isOn });
    await expect(set(true)).rejects.toMatchObject({ code: "precondition_failed" });
    await startTestEvent(context, spring);
    expect((await set(true)).softBlock).toBe(true);
    const { settingsVersion } = await set(true);
    expect(settingsVersion).toBe(3);
    expect((await set(false)).softBlock).toBe(false);
    await set(true);
    await stopEvent(context, spring);
    expect((await startTestEvent(context, spring)).softBlock).toBe(false);
    expect((await auditSentences(context)).filter((said) => said.includes("soft block"))).toEqual([
      "Ana turned the soft block of Spring Sale on",
      "Ana turned the soft block of Spring Sale off",
      "Ana turned the soft block of Spring Sale on",
    ]);
  });

  test("what changes nothing leaves no trace", async () => {
    const context = await withEvent();
    await setOutflow(context, { ...spring, outflowPerMinute: 200 });
    await updateEvent(context, { ...spring, name: "Spring Sale" });
    expect((await getEvent(context, spring)).settingsVersion).toBe(1);
    expect(await auditSentences(context)).toHaveLength(1);
    expect(await outboxOf(context)).toHaveLength(1);
  });
});

describe("refusals", () => {
  test("an id that the customer uses already is a conflict at its field", async () => {
    const context = await withEvent();
    await expect(createEvent(context, input)).rejects.toMatchObject({
      code: "conflict",
      fields: { eventId: expect.stringContaining("spring") },
    });
    const other = await createTestCustomer();
    expect((await createEvent(other, input)).eventId).toBe("spring");
  });

  test("an event cannot be started twice, nor stopped, paused or resumed out of turn", async () => {
    const context = await withEvent();
    const refused = { code: "precondition_failed" };
    await expect(stopEvent(context, spring)).rejects.toMatchObject(refused);
    await expect(pauseEvent(context, spring)).rejects.toMatchObject(refused);
    await startTestEvent(context, spring);
    await expect(startTestEvent(context, spring)).rejects.toMatchObject(refused);
    await expect(resumeEvent(context, spring)).rejects.toMatchObject(refused);
    expect((await rowOf(context)).runs).toHaveLength(1);
  });

  test("an event whose end has passed cannot be started", async () => {
    const context = await createTestCustomer();
    const times = { startLocal: "2020-01-01T09:00", endLocal: "2020-01-01T10:00" };
    await createEvent(context, { ...input, kind: "scheduled", ...times });
    await expect(startTestEvent(context, spring)).rejects.toMatchObject({
      code: "precondition_failed",
      fields: { endLocal: expect.any(String) },
    });
  });

  test("while it is open it keeps its kind, and a start that has passed", async () => {
    const context = await createTestCustomer();
    const kind = "scheduled";
    await createEvent(context, { ...input, kind, startLocal: "2020-01-01T09:00" });
    await startTestEvent(context, spring);
    await expect(
      updateEvent(context, { ...spring, kind: "always-on", startLocal: null }),
    ).rejects.toMatchObject({ code: "precondition_failed", fields: { kind: expect.any(String) } });
    await expect(
      updateEvent(context, { ...spring, startLocal: "2099-01-01T09:00" }),
    ).rejects.toMatchObject({
      code: "precondition_failed",
      fields: { startLocal: expect.any(String) },
    });
    await updateEvent(context, { ...spring, endLocal: "2099-01-01T09:00" });
    await stopEvent(context, spring);
    await updateEvent(context, { ...spring, startLocal: "2098-01-01T09:00" });
  });

  test("a change is judged on the settings that result from it", async () => {
    const context = await withEvent();
    await expect(
      updateEvent(context, { ...spring, endLocal: "2027-01-01T09:00" }),
    ).rejects.toMatchObject({ name: "ZodError", issues: [{ path: ["endLocal"] }] });
    expect((await rowOf(context)).settingsVersion).toBe(1);
  });

  test.each([
    ["text", Buffer.from("hello")],
    ["a scripted SVG", Buffer.from("<svg><script>alert(1)</script></svg>")],
    ["a file beyond 50 KB", Buffer.concat([png, Buffer.alloc(50 * 1_024)])],
  ])("%s is no logo", async (_name, bytes) => {
    const context = await withEvent();
    const logo = { ...spring, logoBase64: bytes.toString("base64") };
    await expect(setLogo(context, logo)).rejects.toThrow();
    expect((await rowOf(context)).logo).toBeNull();
  });

  test("health pages and beacons of an internal network are refused when they are entered", async () => {
    const governor = { healthUrl: "http://169.254.169.254/latest/meta-data", timeoutMs: 500 };
    const refused = {
      fields: { "governor.healthUrl": expect.stringContaining("ALLOWED_PRIVATE") },
    };
    const context = await withEvent();
    await expect(updateEvent(context, { ...spring, governor })).rejects.toMatchObject(refused);
    await expect(
      createEvent(context, { ...input, eventId: "autumn", governor }),
    ).rejects.toMatchObject(refused);
    const urls = ["https://beacon.example/public/7", "https://10.0.0.1/public/7"];
    const draw = { type: "http-beacon", urls, field: "v", round: 7, roundAtMs: 9e12 } as const;
    const drawn = { kind: "scheduled", startLocal: "2199-01-01T10:00", draw } as const;
    await expect(updateEvent(context, { ...spring, ...drawn })).rejects.toMatchObject({
      fields: { "draw.urls.1": expect.any(String) },
    });
    vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "169.254.169.254");
    expect(await updateEvent(context, { ...spring, governor })).toMatchObject({ governor });
    vi.unstubAllEnvs();
    expect(await updateEvent(context, { ...spring, name: "Still mine" })).toMatchObject({
      governor,
    });
  });

  test("a change on top of a version that somebody else has changed is a conflict", async () => {
    const context = await withEvent();
    await setOutflow(context, { ...spring, outflowPerMinute: 300, settingsVersion: 1 });
    const stale = { ...spring, settingsVersion: 1 };
    const conflict = { code: "conflict" };
    await expect(setOutflow(context, { ...stale, outflowPerMinute: 5 })).rejects.toMatchObject(
      conflict,
    );
    await expect(updateEvent(context, { ...stale, name: "Mine" })).rejects.toMatchObject(conflict);
    expect(await rowOf(context)).toMatchObject({ outflowPerMinute: 300, name: "Spring Sale" });
  });

  test("of many changes made at once each is either applied alone or a conflict", async () => {
    const context = await withEvent();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        setOutflow(context, { ...spring, outflowPerMinute: 1_000 + index }),
      ),
    );
    const applied = outcomes.filter(({ status }) => status === "fulfilled").length;
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "conflict" });
    }
    expect(applied).toBeGreaterThan(0);
    expect((await rowOf(context)).settingsVersion).toBe(1 + applied);
    expect(await auditSentences(context)).toHaveLength(1 + applied);
  });

  test("two starts at once open one run", async () => {
    const context = await withEvent();
    await Promise.allSettled([startTestEvent(context, spring), startTestEvent(context, spring)]);
    expect((await rowOf(context)).runs.map((run) => run.number)).toEqual([1]);
  });
});

describe("who may", () => {
  test("another customer gets the answer of an event that never was", async () => {
    const owner = await withEvent();
    await startTestEvent(owner, spring);
    const stranger = await createTestCustomer();
    const nowhere = await createTestCustomer();
    for (const [name, change] of CHANGES) {
      const refusal = await change(stranger).catch((error: unknown) => error);
      expect(refusal, name).toMatchObject({ code: "not_found" });
      await expect(change(nowhere), name).rejects.toEqual(refusal);
    }
    for (const read of [getEvent, startEvent, resumeEvent]) {
      await expect(read(stranger, spring)).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await listEvents(stranger)).toEqual([]);
    expect(await listEvents(owner)).toHaveLength(1);
    expect((await rowOf(owner)).settingsVersion).toBe(2);
  });

  test("a viewer reads and changes nothing", async () => {
    const owner = await withEvent();
    await startTestEvent(owner, spring);
    const viewer = await addTestMember(owner, "viewer", "Vic");
    expect((await getEvent(viewer, spring)).name).toBe("Spring Sale");
    expect(await listEventNames(viewer)).toHaveLength(1);
    for (const [name, change] of CHANGES) {
      await expect(change(viewer), name).rejects.toMatchObject({ code: "forbidden" });
    }
    for (const verb of [startEvent, resumeEvent]) {
      await expect(verb(viewer, spring)).rejects.toMatchObject({ code: "forbidden" });
    }
    await expect(createEvent(viewer, { ...input, eventId: "other" })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect((await rowOf(owner)).settingsVersion).toBe(2);
  });
});

test("an event whose tokens no secret could sign is not started", async () => {
  const context = await withEvent();
  const refused = {
    code: "precondition_failed",
    message: expect.stringMatching(/Generate one under Secrets & keys first/),
  };
  await expect(startEvent(context, spring)).rejects.toMatchObject(refused);
  // One that is staged signs nothing, and one of another event not here.
  const { customer } = context;
  await createEvent(context, { ...input, eventId: "other" });
  const other = await db().event.findFirstOrThrow({
    where: { wireId: "other", customerId: customer.id },
  });
  const add = (eventId: string | null, isActive: boolean) =>
    db().$transaction((tx) => addSecret(tx, context, { eventId, isActive }));
  await add(null, false);
  await add(other.id, true);
  await expect(startEvent(context, spring)).rejects.toMatchObject(refused);
  expect(await startEvent(context, { eventId: "other" })).toMatchObject({ status: "open" });
  await add(null, true);
  expect(await startEvent(context, spring)).toMatchObject({ status: "open" });
});

describe("a failed audit row undoes the change", () => {
  test.each(CHANGES)("%s", async (_name, change) => {
    const context = await withEvent();
    await startTestEvent(context, spring);
    const before = await rowOf(context);
    const outboxBefore = await outboxOf(context);
    await expect(change(withBrokenAudit(context))).rejects.toThrow();
    expect(await rowOf(context)).toEqual(before);
    expect(await outboxOf(context)).toEqual(outboxBefore);
  });

  test("create and start", async () => {
    const context = await createTestCustomer();
    await expect(createEvent(withBrokenAudit(context), input)).rejects.toThrow();
    expect(await listEvents(context)).toEqual([]);
    await createEvent(context, input);
    await expect(startTestEvent(withBrokenAudit(context), spring)).rejects.toThrow();
    expect(await rowOf(context)).toMatchObject({ status: "draft", currentRun: 0, runs: [] });
    expect(await outboxOf(context)).toHaveLength(1);
  });
});
