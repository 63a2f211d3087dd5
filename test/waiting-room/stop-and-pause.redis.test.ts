import { afterAll, describe, expect, test } from "vitest";
import { lettingThrough } from "@/lib/domain/event/let-through";
import type { EventSettings } from "@/lib/domain/event/settings";
import { underStanding } from "@/lib/domain/event/standing";
import { RANDOM_ORDER } from "@/lib/domain/line/random-order";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { readSupportCode } from "@/lib/domain/support-code/support-code";
import { publishEvent } from "@/lib/line/commands/published";
import { removeEventKeys } from "@/lib/line/commands/remove-event";
import { eventKeys } from "@/lib/line/keys";
import { falseIdOfCode } from "@/lib/secrets/false-queue-id";
import { makeStaffLink } from "@/lib/secrets/staff-link";
import { passTime } from "@/test/line";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const room = startTestRoom();
const { call, context, customerId, id, master, open, redis, turnComes } = room;

const HTML = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const JSON_ONLY = { accept: "application/json" };
const SITE = encodeURIComponent("https://shop.example/seats");
const NO_LIMITS = { maxEvents: null, maxOutflowPerMinute: null, maxWaiting: null };

type Opened = Awaited<ReturnType<typeof open>>;

/** A browser with its cookies and its claim. */
function visitorOf(opened: Opened) {
  const jar = new Map<string, string>();
  const claim = id();
  async function ask(
    method: "GET" | "POST",
    path: string,
    {
      headers = {},
      form,
    }: { headers?: Record<string, string>; form?: Record<string, string> } = {},
  ): Promise<Reply> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = cookie === "" ? headers : { ...headers, cookie };
    const reply = await call(method, path, form ? { headers: sent, form } : { headers: sent });
    for (const text of reply.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return reply;
  }
  return {
    claim,
    ask,
    page: (query = "", headers: Record<string, string> = HTML) =>
      ask("GET", `${opened.page}${query}`, { headers }),
    join: (headers: Record<string, string> = {}) =>
      ask("POST", `${opened.base}/join`, { headers, form: { joinId: id() } }),
    enter: () => ask("POST", `${opened.base}/enter`, { form: { claim } }),
    cookie: () => [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
  };
}
type Visitor = ReturnType<typeof visitorOf>;

type Door = {
  readonly name: string;
  /** A pause does not close it. */
  readonly isOfStaff?: boolean;
  /** What the visitor has done before. */
  readonly before?: (visitor: Visitor, opened: Opened) => Promise<unknown>;
  readonly use: (visitor: Visitor, opened: Opened) => Promise<Reply>;
};

const called = async (visitor: Visitor, opened: Opened) => {
  await visitor.join();
  await turnComes(opened, visitor.cookie());
};
const admitted = async (visitor: Visitor, opened: Opened) => {
  await called(visitor, opened);
  expect(issues(await visitor.enter())).toBe(true);
};
const AS_BOT = { "user-agent": "a bot" };

const PAGE: Door = { name: "the page", use: (visitor) => visitor.page() };
const FROM_SITE: Door = {
  name: "the page, from the site",
  use: (visitor) => visitor.page(`&t=${SITE}`),
};
const APP: Door = {
  name: "an app",
  use: (_, { settings: { eventId } }) =>
    call("POST", `/api/mobileapp/queue/${customerId}/${eventId}/enqueue`, {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ userId: id() }),
    }),
};
const ENTER: Door = { name: "entering", before: called, use: (visitor) => visitor.enter() };
const ENTER_BY_FORM: Door = {
  name: "entering by the form",
  before: called,
  use: (visitor, { base }) =>
    visitor.ask("POST", `${base}/enter`, { headers: HTML, form: { claim: visitor.claim } }),
};
const ENTER_AT_RANDOM: Door = {
  name: "entering after a win",
  before: async (visitor, opened) => {
    await visitor.join();
    const { intervalMs } = RANDOM_ORDER;
    const atMs = (await lineOf(opened))?.lineNow() ?? 0;
    await passTime(redis, opened.settings, intervalMs - (atMs % intervalMs) + 500);
    await lineOf(opened);
    await visitor.ask("GET", `${opened.base}/status`);
    await passTime(redis, opened.settings, 1_000);
  },
  use: (visitor) => visitor.enter(),
};
const ENTER_RELEASED: Door = {
  name: "entering after a release from the false queue",
  before: async (visitor, opened) => {
    const { supportCode } = JSON.parse((await visitor.join(AS_BOT)).body);
    const { runId } = opened.settings;
    const reading = readSupportCode(supportCode, runId);
    if (!reading.ok) throw new Error("The code names a place.");
    const key = context.eventKeys.of(opened.settings);
    const line = await lineOf(opened);
    const released = falseIdOfCode(key, runId, reading.number).queueId;
    line?.takeSettings({ ...line.settings, releasedPlaces: [released] });
    await visitor.ask("GET", `${opened.base}/status`);
    await turnComes(opened, visitor.cookie());
  },
  use: (visitor) => visitor.enter(),
};
const RENEWAL: Door = {
  name: "a renewal",
  before: async (visitor, opened) => {
    await admitted(visitor, opened);
    await passTime(redis, opened.settings, 130_000);
    await lineOf(opened);
  },
  use: (visitor) => visitor.enter(),
};
const AGAIN: Door = {
  name: "the page of somebody who was let in",
  before: admitted,
  use: (visitor) => visitor.page(),
};
const STATUS: Door = {
  name: "a check-in of somebody who was let in",
  before: admitted,
  use: (visitor, { base }) => visitor.ask("GET", `${base}/status`),
};
const JOIN: Door = {
  name: "a join of somebody who was let in",
  before: admitted,
  use: (visitor) => visitor.join(),
};
const PROGRAM: Door = {
  name: "a program of somebody who was let in",
  before: admitted,
  use: (visitor) => visitor.page("", JSON_ONLY),
};
const ERROR_PAGE: Door = {
  name: "the page of a refused token",
  before: admitted,
  use: (visitor, { settings: { eventId } }) =>
    visitor.ask("GET", `/error/hash?c=${customerId}&e=${eventId}`, { headers: HTML }),
};
const CLOUDFLARE: Door = {
  name: "a program for Cloudflare",
  before: async (visitor, opened) => {
    await visitor.page("", JSON_ONLY);
    await visitor.page("", JSON_ONLY);
    await turnComes(opened, visitor.cookie());
  },
  use: (visitor) => visitor.page("", JSON_ONLY),
};
const CLOUDFLARE_STRAIGHT: Door = {
  name: "a program for Cloudflare, straight in",
  before: (visitor) => visitor.page("", JSON_ONLY),
  use: (visitor) => visitor.page("", JSON_ONLY),
};
const STAFF_LINK: Door = {
  name: "a staff link",
  isOfStaff: true,
  use: (_, { settings: { eventId } }) => {
    const expiresUnixSeconds = Math.floor(Date.now() / 1_000) + 600;
    const link = makeStaffLink(
      master,
      { customerId, eventId },
      { id: "stf_1", expiresUnixSeconds },
    );
    return call("POST", `/staff/${customerId}/${eventId}`, { form: { link } });
  },
};
const RULE_PAGE: Door = {
  name: "the page, let by",
  use: (visitor) => visitor.page("", { ...HTML, ...AS_BOT }),
};
const RULE_JOIN: Door = { name: "a join, let by", use: (visitor) => visitor.join(AS_BOT) };
const MOVED: Door = {
  name: "entering with a place that moved here",
  before: async (visitor, opened) => {
    const other = visitorOf(opened);
    await called(other, opened);
    const made = await other.ask("POST", `${opened.base}/move`, { form: { make: "1" } });
    const { code } = JSON.parse(made.body);
    await visitor.page();
    await visitor.ask("POST", `${opened.base}/move`, { form: { code } });
  },
  use: (visitor) => visitor.enter(),
};

const rule = (type: "let-by" | "false-queue"): Partial<EventSettings> => {
  const condition = {
    subject: "user-agent",
    isNot: false,
    name: "",
    comparison: "contains",
    values: ["bot"],
    number: null,
    per: "minute",
  } as const;
  const rules = [{ id: 7, name: "bots", conditions: [condition], action: { type } }];
  return { protection: { ...UNPROTECTED, rules: { ...UNPROTECTED.rules, rules } } };
};
const QUEUEING: Partial<EventSettings> = { queueAll: true };
const OVER: Partial<EventSettings> = {
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
const STAYING = [ENTER, ENTER_BY_FORM, MOVED, RENEWAL, AGAIN, STATUS, JOIN, PROGRAM, ERROR_PAGE];

type Method = {
  readonly method: string;
  readonly settings: Partial<EventSettings>;
  readonly letThrough?: boolean;
  readonly doors: readonly Door[];
};

const METHODS: readonly Method[] = [
  { method: "where nobody waits", settings: {}, doors: [PAGE, FROM_SITE, APP] },
  { method: "with a safety net", settings: { safetyNetPerMinute: 900 }, doors: [PAGE, APP] },
  { method: "in order", settings: QUEUEING, doors: [...STAYING, STAFF_LINK] },
  {
    method: "in random order",
    settings: { method: "random" },
    doors: [ENTER_AT_RANDOM, STAFF_LINK],
  },
  {
    method: "with everybody through",
    settings: { method: "passthrough" },
    doors: [PAGE, FROM_SITE, APP, ENTER, AGAIN_PASSED(), STAFF_LINK],
  },
  {
    method: "while all are let through",
    settings: QUEUEING,
    letThrough: true,
    doors: [PAGE, FROM_SITE, APP, ENTER, AGAIN_PASSED(), STAFF_LINK],
  },
  { method: "by lottery", settings: { admission: EVERYBODY }, doors: [PAGE] },
  { method: "after the end", settings: OVER, doors: [FROM_SITE, APP] },
  { method: "closed as ended", settings: { ...OVER, status: "ended" }, doors: [FROM_SITE, APP] },
  {
    method: "with a false queue",
    settings: { ...QUEUEING, ...rule("false-queue") },
    doors: [ENTER_RELEASED],
  },
  {
    method: "with a rule that lets by",
    settings: { ...QUEUEING, ...rule("let-by") },
    doors: [RULE_PAGE, RULE_JOIN],
  },
  {
    method: "with Cloudflare's JSON",
    settings: { ...QUEUEING, cloudflareJson: true },
    doors: [CLOUDFLARE],
  },
  {
    method: "the same where nobody waits",
    settings: { cloudflareJson: true },
    doors: [CLOUDFLARE_STRAIGHT],
  },
  { method: "with nobody in", settings: { method: "reject" }, doors: [STAFF_LINK] },
];

function AGAIN_PASSED(): Door {
  return {
    name: "the page of somebody who was let through",
    before: async (visitor) => expect(issues(await visitor.page())).toBe(true),
    use: (visitor) => visitor.page(),
  };
}

type State = {
  readonly state: string;
  readonly settings: Partial<EventSettings>;
  readonly isHeld?: boolean;
  readonly isGone?: boolean;
};

/** Each is above everything else: nobody gets in. */
const STATES: readonly State[] = [
  { state: "stopped", settings: { status: "stopped" } },
  { state: "paused", settings: { paused: true } },
  { state: "in the archive", settings: { isClosed: true } },
  {
    state: "deleted",
    settings: { status: "stopped", isClosed: true },
    isGone: true,
  },
  { state: "put on hold by the installation", settings: {}, isHeld: true },
];

async function lineOf({ settings }: Opened) {
  const line = await context.lines.find(settings);
  await line?.refresh();
  return line;
}

/** What a worker publishes of an event in a state. */
function inForce(settings: EventSettings, { letThrough }: Method, { isHeld }: Partial<State>) {
  const operated = letThrough ? lettingThrough(settings) : settings;
  const suspension = isHeld ? "hold" : null;
  return underStanding(operated, { suspension, limits: NO_LIMITS });
}

async function bring(opened: Opened, method: Method, state: Partial<State>): Promise<void> {
  const line = await context.lines.find(opened.settings);
  const version = (line?.settings.version ?? 0) + 1;
  const settings = { ...opened.settings, ...method.settings, ...state.settings, version };
  await publishEvent(redis, inForce(settings, method, state), null);
  while ((line?.settings.version ?? 0) < version) await line?.refresh();
  if (line?.settings.paused !== (state.settings?.paused === true || state.isHeld === true))
    throw new Error("A pause is in force as it is set.");
  if (!state.isGone) return;
  await removeEventKeys(redis, settings, { logo: null });
  await line?.refresh();
}

/** True for an answer that lets somebody in at the site. */
function issues({ headers, body }: Reply): boolean {
  return /~rt_|stanchionpass=/.test(`${headers.location ?? ""} ${body}`);
}

/** Everybody who was let in, in whatever way. */
async function letIn({ settings }: Opened): Promise<number> {
  const counts = await redis.hmget(eventKeys(settings).line, "admitted", "outside");
  return counts.reduce((sum, count) => sum + Number(count), 0);
}

async function arrive(method: Method, { before }: Door) {
  const opened = await open({ outflowPerMinute: 600 });
  await bring(opened, method, {});
  await passTime(redis, opened.settings, 2_000);
  await lineOf(opened);
  const visitor = visitorOf(opened);
  await before?.(visitor, opened);
  return { opened, visitor };
}

let cells = 0;
afterAll(() => expect(cells).toBeGreaterThanOrEqual(60));

describe.each(METHODS)("$method", (method) => {
  describe.each([...method.doors])("by $name", (door) => {
    test("somebody gets in", async () => {
      const { opened, visitor } = await arrive(method, door);
      expect(issues(await door.use(visitor, opened))).toBe(true);
    });

    const closing = STATES.filter(({ state }) => !(door.isOfStaff && state === "paused"));
    test.each(closing)("nobody gets in at an event that is $state", async (state) => {
      const { opened, visitor } = await arrive(method, door);
      const before = await letIn(opened);
      await bring(opened, method, state);
      const reply = await door.use(visitor, opened);
      const after = state.isGone ? before : await letIn(opened);
      expect([issues(reply), after]).toEqual([false, before]);
      cells += 1;
    });

    test("somebody gets in again when it goes on", async () => {
      const { opened, visitor } = await arrive(method, door);
      await bring(opened, method, { settings: { paused: true } });
      await door.use(visitor, opened);
      await bring(opened, method, {});
      await turnComes(opened, visitor.cookie());
      expect(issues(await door.use(visitor, opened))).toBe(true);
    });
  });
});

test.each(STATES.slice(0, 2))(
  "a room that has not heard of it yet lets nobody past a line that is $state",
  async ({ settings: changed }) => {
    const opened = await open({ method: "passthrough" });
    await lineOf(opened);
    await publishEvent(redis, { ...opened.settings, ...changed, version: 2 }, null);
    expect(issues(await visitorOf(opened).page())).toBe(false);
    expect(await letIn(opened)).toBe(0);
  },
);
