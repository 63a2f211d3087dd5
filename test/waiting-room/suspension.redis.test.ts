import { describe, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { HELD_MESSAGE, type Suspension, underStanding } from "@/lib/domain/event/standing";
import { publishEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { makeStaffLink } from "@/lib/secrets/staff-link";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const { call, context, customerId, id, joinAndWait, master, open, redis, turnComes } =
  startTestRoom();

const html = { accept: "text/html", "sec-fetch-mode": "navigate" };
const answerOf = (reply: Reply) => JSON.parse(reply.body);
const NO_LIMITS = { maxEvents: null, maxOutflowPerMinute: null, maxWaiting: null };

type Opened = Awaited<ReturnType<typeof open>>;

/** Opened long enough ago that slots are free. */
async function openWithSlots(overrides: Partial<EventSettings> = {}): Promise<Opened> {
  const opened = await open({ outflowPerMinute: 600, ...overrides });
  await passTime(redis, opened.settings, 2_000);
  return opened;
}

/** What the worker publishes when the customer is suspended, or with null resumed. */
async function stand({ settings }: Opened, suspension: Suspension | null): Promise<void> {
  const line = await context.lines.find(settings);
  const version = (line?.settings.version ?? 0) + 1;
  const inForce = underStanding({ ...settings, version }, { suspension, limits: NO_LIMITS });
  await publishEvent(redis, inForce, null);
  while ((line?.settings.version ?? 0) < version) await line?.refresh();
}

/** Everybody who was let in, in whatever way. */
async function letIn({ settings }: Opened): Promise<number> {
  const counts = await redis.hmget(eventKeys(settings).line, "admitted", "outside");
  return counts.reduce((sum, count) => sum + Number(count), 0);
}

const staffLink = ({ settings: { eventId } }: Opened) =>
  makeStaffLink(
    master,
    { customerId, eventId },
    {
      id: "stf_1",
      expiresUnixSeconds: Math.floor(Date.now() / 1_000) + 600,
    },
  );
const useStaffLink = (opened: Opened) =>
  call("POST", `/staff/${customerId}/${opened.settings.eventId}`, {
    form: { link: staffLink(opened) },
  });
const visit = (opened: Opened) => call("GET", opened.page, { headers: html });
const fromSite = (opened: Opened) =>
  call("GET", `${opened.page}&t=${encodeURIComponent("https://shop.example/seats")}`, {
    headers: html,
  });
const fromApp = (opened: Opened) =>
  call("POST", `/api/mobileapp/queue/${customerId}/${opened.settings.eventId}/enqueue`, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ userId: "device 7" }),
  });
const joinAndEnter = async (opened: Opened) => {
  const { cookie } = await joinAndWait(opened);
  await turnComes(opened, cookie);
  return call("POST", `${opened.base}/enter`, { headers: { cookie }, form: { claim: id() } });
};

const ENDED: Partial<EventSettings> = {
  kind: "scheduled",
  startAtMs: 1_000,
  endAtMs: 2_000,
  afterEvent: { show: { kind: "page", message: null }, protectedPages: "let-through" },
};
const EVERYBODY: EventSettings["admission"] = {
  share: { type: "percentage", percent: 100 },
  identity: { by: "browser" },
  holdSeconds: 60,
};

type Way = {
  readonly name: string;
  readonly settings: Partial<EventSettings>;
  readonly use: (opened: Opened) => Promise<Reply>;
};

/** Every way in that there is. */
const WAYS: readonly Way[] = [
  { name: "straight in where nobody waits", settings: {}, use: visit },
  { name: "straight in from an app", settings: {}, use: fromApp },
  { name: "a number that is called", settings: { queueAll: true }, use: joinAndEnter },
  { name: "an event that lets all through", settings: { method: "passthrough" }, use: visit },
  { name: "the same, with a place", settings: { method: "passthrough" }, use: joinAndEnter },
  { name: "the same, from an app", settings: { method: "passthrough" }, use: fromApp },
  { name: "a staff link", settings: {}, use: useStaffLink },
  { name: "an event that is over", settings: ENDED, use: fromSite },
  { name: "the same, from an app", settings: ENDED, use: fromApp },
  { name: "the lottery", settings: { admission: EVERYBODY }, use: visit },
];

describe("while a customer is held nobody gets in", () => {
  test.each(WAYS)("by $name, and everybody again afterwards", async ({ settings, use }) => {
    const opened = await openWithSlots(settings);
    await stand(opened, "hold");
    await use(opened);
    expect(await letIn(opened)).toBe(0);
    await stand(opened, null);
    await passTime(redis, opened.settings, 2_000);
    await (await context.lines.find(opened.settings))?.refresh();
    await use(opened);
    expect(await letIn(opened)).toBe(1);
  });
});

test("those who wait keep their numbers, and read why the line stands", async () => {
  const opened = await openWithSlots({ queueAll: true });
  const { cookie, reply } = await joinAndWait(opened);
  const before = answerOf(reply);
  await stand(opened, "hold");
  const page = await call("GET", opened.page, { headers: { ...html, cookie } });
  expect(page.body).toContain("The line is paused");
  expect(page.body).toContain(HELD_MESSAGE);
  const seen = answerOf(await call("GET", `${opened.base}/status`, { headers: { cookie } }));
  expect(seen).toMatchObject({ number: before.number, line: { paused: true } });
  const later = answerOf((await joinAndWait(opened)).reply);
  expect(later.number).toBe(before.number + 1);
  await stand(opened, null);
  await turnComes(opened, cookie);
  const entered = await call("POST", `${opened.base}/enter`, {
    headers: { cookie },
    form: { claim: id() },
  });
  expect(answerOf(entered)).toMatchObject({ status: "admitted" });
});

test("a staff link says that the line is on hold", async () => {
  const opened = await openWithSlots();
  await stand(opened, "hold");
  const reply = await useStaffLink(opened);
  expect([reply.status, answerOf(reply).code]).toEqual([503, "on-hold"]);
});

test("whoever was let in waits with everybody, and gets the same pass again while it is valid", async () => {
  const opened = await openWithSlots({ queueAll: true });
  const { cookie } = await joinAndWait(opened);
  await turnComes(opened, cookie);
  const entered = await call("POST", `${opened.base}/enter`, {
    headers: { cookie },
    form: { claim: id() },
  });
  const admitted = (entered.headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
  await stand(opened, "hold");
  const back = () => call("GET", opened.page, { headers: { ...html, cookie: admitted } });
  expect((await back()).body).toContain("The line is paused");
  await stand(opened, null);
  expect((await back()).headers.location).toBe(answerOf(entered).redirectUrl);
  expect(await letIn(opened)).toBe(1);
});

test("where everybody is let through, a paused event by invitation does so, too", async () => {
  const opened = await openWithSlots({ paused: true, inviteOnly: true, outflowPerMinute: 1 });
  await visit(opened);
  expect(await letIn(opened)).toBe(0);
  await stand(opened, "let-through");
  for (let visitor = 1; visitor <= 5; visitor += 1) {
    expect((await visit(opened)).headers.location).toContain("~rt_disabled~");
  }
  expect(await letIn(opened)).toBe(5);
});
