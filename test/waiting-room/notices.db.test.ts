import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { createDrawnNumbers } from "@/lib/domain/draw/renumber";
import { makeSay } from "@/lib/domain/page-texts/text";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { readDecidedDraw } from "@/lib/line/commands/decided-draw";
import { eventKeys, noticeKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { drawHash } from "@/lib/secrets/draw-hash";
import { parseMasterKey } from "@/lib/secrets/seal";
import type { DrainedEvent } from "@/lib/services/admission/drain";
import type { ServiceContext } from "@/lib/services/context";
import { pauseEvent } from "@/lib/services/event/pause";
import { setOutflow } from "@/lib/services/event/set-outflow";
import { stopEvent } from "@/lib/services/event/stop";
import { updateEvent } from "@/lib/services/event/update";
import { drainNotices } from "@/lib/services/notice/drain";
import { type NoticeKind, sendDueNotices } from "@/lib/services/notice/send-due";
import { sweepNotices } from "@/lib/services/notice/sweep";
import { reconcileEvent } from "@/lib/services/outbox/reconcile";
import { eraseEmail } from "@/lib/services/retention/erase-email";
import { eraseVisitor } from "@/lib/services/retention/erase-visitor";
import { tracesIn } from "@/test/both-stores";
import { createCustomerWithSale, startTestEvent } from "@/test/customer";
import { startMailServer, startPushService } from "@/test/notices";
import { testRedisUrl } from "@/test/redis";
import { startTestRoom } from "@/test/waiting-room";

const room = startTestRoom(parseMasterKey(process.env["MASTER_KEY"] ?? ""));
const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

let context: ServiceContext;
let event: DrainedEvent;
let base: string;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;

beforeEach(async () => {
  mailServer = await startMailServer();
  vi.stubEnv("SMTP_URL", mailServer.url);
  vi.stubEnv("MAIL_FROM", "Tickets <tickets@example.com>");
  context = await createCustomerWithSale();
  const notices = { mail: true, push: true };
  await updateEvent(context, { eventId: "sale", notices, queueAll: true, outflowPerMinute: 60 });
  await startTestEvent(context, { eventId: "sale" });
  const row = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  event = { id: row.id, wireId: "sale", customer: context.customer };
  base = `/line/${context.customer.wireId}/sale`;
  await publish();
  // So far away that nobody is due, however far the line gets while a test runs.
  await redis.hset(line(), { last: 1_000_000 });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await mailServer.close();
  await db().customer.deleteMany({ where: { id: context.customer.id } });
});

const ref = () => ({ customerId: context.customer.wireId, eventId: "sale" });
const line = () => eventKeys(ref()).line;
const rows = () =>
  db().notice.findMany({ where: { run: { eventId: event.id } }, orderBy: { number: "asc" } });
const newAddress = () => `${crypto.randomUUID()}@example.com`;

/** Makes the line and the waiting room know what Postgres says. */
async function publish(): Promise<void> {
  await reconcileEvent(redis, event.id);
  const held = await room.context.lines.find(ref());
  await held?.refresh();
}

async function join(): Promise<string> {
  const form = { joinId: room.id() };
  return room.cookieOf(await room.call("POST", `${base}/join`, { form }));
}

const browser = (cookie: string, language = "en") => ({
  cookie,
  accept: "text/html",
  "accept-language": language,
});
const post = (cookie: string, form: Record<string, string>, language?: string) =>
  room.call("POST", `${base}/notices`, { headers: browser(cookie, language), form });

/** What the worker does within some seconds. */
async function work(kind: NoticeKind = "mail"): Promise<void> {
  await drainNotices(redis, event);
  await sweepNotices(redis);
  await sendDueNotices(redis, kind);
}

/** The paths of all links of the last e-mail. */
function linksOf(index = -1): string[] {
  const { text = "" } = mailServer.mails.at(index) ?? {};
  return [...text.matchAll(/http:\/\/room\.test(\/\S+)/g)].map(([, path = ""]) => path);
}
const linkFor = (use: string, index = -1) =>
  linksOf(index).find((path) => path.includes(`/${use}?`)) ?? `no link to ${use}`;
const press = (path: string) =>
  room.call("POST", path, { headers: browser(""), form: { link: path.split("link=")[1] ?? "" } });

async function confirmed(cookie: string, address: string): Promise<void> {
  await post(cookie, { address });
  await work();
  expect((await press(linkFor("confirm"))).status).toBe(200);
  await work();
}

/** The front comes near. */
const comeNear = () => redis.hset(line(), { serving: 999_900, allowance: 0 });
const mailsTo = (address: string) => mailServer.mails.filter(({ to }) => to === address);

describe("an e-mail shortly before the turn", () => {
  test("comes once to who has confirmed, in their language, and the address is gone", async () => {
    const cookie = await join();
    const address = newAddress();
    const asked = await post(cookie, { address }, "de-AT,de;q=0.9");
    expect(asked.body).toContain(address);
    expect(asked.body).toContain('lang="de"');
    expect(await tracesIn(redis, [address])).toEqual([]);
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    expect(mailServer.mails[0]?.headers).toContain("List-Unsubscribe: <http://room.test/line/");
    await confirmed(await join(), newAddress());
    await press(linkFor("confirm", 0));
    await work();
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    await comeNear();
    await Promise.all([work(), work(), work()]);
    await work();
    const [confirmMail, turnMail, ...others] = mailsTo(address);
    expect(others).toEqual([]);
    expect(confirmMail?.subject).not.toBe(turnMail?.subject);
    const { mail } = textsIn("de");
    const say = makeSay("de");
    expect(turnMail?.subject).toBe(say(mail.turnSubject, { event: "Sale" }));
    expect(turnMail?.text).toContain(`http://room.test/?c=${context.customer.wireId}&e=sale`);
    expect(await rows()).toMatchObject([
      { sealed: null, addressHash: null, confirmedHash: null, language: "de" },
      { sealed: null, language: "en" },
    ]);
    expect(await tracesIn(redis, [address])).toEqual([]);
  });

  test("does not come to an address whose mails only a scanner reads", async () => {
    const address = newAddress();
    await post(await join(), { address });
    await work();
    for (const path of linksOf()) {
      const opened = await room.call("GET", path, { headers: browser("") });
      expect(opened.status).toBe(200);
      expect(opened.body).toContain('method="post"');
    }
    await comeNear();
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    expect(await rows()).toMatchObject([{ confirmedAt: null }]);
  });

  test.each([
    ["is paused", () => pauseEvent(context, { eventId: "sale" })],
    [
      "is held by the installation",
      () =>
        db().customer.update({ where: { id: event.customer.id }, data: { suspension: "hold" } }),
    ],
  ])("does not come while the line %s", async (_, hold) => {
    const address = newAddress();
    await confirmed(await join(), address);
    await hold();
    await db().event.update({
      where: { id: event.id },
      data: { settingsVersion: { increment: 1 } },
    });
    await publish();
    await comeNear();
    await work();
    expect(mailsTo(address)).toHaveLength(1);
  });

  test("comes at once where a higher outflow makes the wait shorter", async () => {
    const address = newAddress();
    await confirmed(await join(), address);
    await redis.hset(line(), { serving: 997_000, allowance: 0 });
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    await setOutflow(context, { eventId: "sale", outflowPerMinute: 6_000 });
    await publish();
    await work();
    expect(mailsTo(address)).toHaveLength(2);
  });

  test("does not come to who has left the line", async () => {
    const cookie = await join();
    const address = newAddress();
    await confirmed(cookie, address);
    await room.call("POST", `${base}/leave`, { headers: { cookie } });
    await comeNear();
    await sendDueNotices(redis, "mail");
    expect(mailsTo(address)).toHaveLength(1);
    await sweepNotices(redis);
    expect(await rows()).toEqual([]);
  });
});

describe("a mail server in trouble", () => {
  const again = () =>
    db().notice.updateMany({ where: { runId: { not: "" } }, data: { nextAttemptAt: new Date(0) } });

  test("is tried again a few times, and then given up", async () => {
    await mailServer.close();
    let tries = 0;
    mailServer = await startMailServer({
      onRcptTo: (_address, _session, done) => {
        tries += 1;
        done(new Error("Come back later."));
      },
    });
    vi.stubEnv("SMTP_URL", mailServer.url);
    await post(await join(), { address: newAddress() });
    await drainNotices(redis, event);
    for (let round = 0; round < 8; round += 1) {
      await sendDueNotices(redis, "mail");
      await sendDueNotices(redis, "mail");
      await again();
    }
    expect(tries).toBe(4);
    expect(await rows()).toEqual([]);
  });

  test("that hangs up with the e-mail in its hands gets it once", async () => {
    await mailServer.close();
    let taken = 0;
    mailServer = await startMailServer({
      onData: (stream) => {
        stream.resume();
        stream.on("end", () => {
          taken += 1;
          mailServer.hangUp();
        });
      },
    });
    vi.stubEnv("SMTP_URL", mailServer.url);
    await post(await join(), { address: newAddress() });
    for (let round = 0; round < 3; round += 1) {
      await work();
      await again();
    }
    expect(taken).toBe(1);
  });
});

describe("a worker that is killed", () => {
  test("before it sends is followed by another, and nobody is told twice", async () => {
    const address = newAddress();
    await confirmed(await join(), address);
    await comeNear();
    const [row] = await rows();
    const soon = new Date(Date.now() + 60_000);
    const taken = { attempts: { increment: 1 }, nextAttemptAt: soon };
    await db().notice.updateMany({ where: { id: row?.id ?? "" }, data: taken });
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    await db().notice.updateMany({
      data: { nextAttemptAt: new Date(0) },
      where: { id: row?.id ?? "" },
    });
    await Promise.all([work(), work()]);
    expect(mailsTo(address)).toHaveLength(2);
  });

  test("while it sends is followed by nobody, and the address goes", async () => {
    const address = newAddress();
    await confirmed(await join(), address);
    await comeNear();
    await db().notice.updateMany({
      where: { run: { eventId: event.id } },
      data: { turnSentAt: new Date(), attempts: 1, nextAttemptAt: new Date(0) },
    });
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    expect(await rows()).toMatchObject([{ sealed: expect.any(String) }]);
    await sweepNotices(redis, new Date(Date.now() + 301_000));
    expect(await rows()).toMatchObject([{ sealed: null, addressHash: null }]);
  });
});

describe("one address", () => {
  test("has one place: the one that its reader confirmed last", async () => {
    const address = newAddress();
    const [first, second] = [await join(), await join()];
    await confirmed(first, address);
    await post(second, { address });
    await work();
    expect(await rows()).toMatchObject([
      { number: 1_000_001n, confirmedAt: expect.any(Date) },
      { number: 1_000_002n, confirmedAt: null },
    ]);
    await press(linkFor("confirm"));
    await work();
    expect(await rows()).toMatchObject([{ number: 1_000_002n, confirmedAt: expect.any(Date) }]);
    await comeNear();
    await work();
    expect(mailsTo(address)).toHaveLength(3);
  });

  test("is sent three links by one event in ten minutes, and six by all in an hour", async () => {
    const address = newAddress();
    const cookies = [await join(), await join(), await join(), await join()];
    for (const cookie of cookies.slice(0, 3)) {
      expect((await post(cookie, { address })).body).toContain(address);
    }
    expect((await post(cookies[3] ?? "", { address })).body).toContain("asked for too often");
    await work();
    expect(mailsTo(address)).toHaveLength(3);
    await redis.del(noticeKeys(ref()).limits);
    for (const cookie of [await join(), await join(), await join()])
      await post(cookie, { address });
    await work();
    await redis.del(noticeKeys(ref()).limits);
    await post(await join(), { address });
    await work();
    expect(mailsTo(address)).toHaveLength(6);
  });

  test("a place may ask for five, a network for sixty", async () => {
    const cookie = await join();
    for (let index = 0; index < 5; index += 1) {
      expect((await post(cookie, { address: newAddress() })).body).not.toContain("too often");
    }
    expect((await post(cookie, { address: newAddress() })).body).toContain("too often");
    for (let place = 0; place < 55; place += 1) await post(await join(), { address: newAddress() });
    expect((await post(await join(), { address: newAddress() })).body).toContain("too often");
    await drainNotices(redis, event);
    // The last address of a place counts.
    expect(await rows()).toHaveLength(56);
  });

  test.each(["", "nobody", "a@b@c.example", `${"a".repeat(260)}@example.com`, "a b@example.com"])(
    "%s is none",
    async (address) => {
      const reply = await post(await join(), { address });
      expect(reply.body).toContain("not an e-mail address");
      expect(await redis.exists(noticeKeys(ref()).notices)).toBe(0);
    },
  );
});

describe("who may ask", () => {
  test("nobody without a place, and nobody from another site", async () => {
    const reply = await post("", { address: newAddress() });
    expect(reply).toMatchObject({
      status: 303,
      headers: { location: expect.stringMatching(/^\/\?c=/) },
    });
    const cookie = await join();
    const headers = { ...browser(cookie), "sec-fetch-site": "cross-site" };
    const form = { address: newAddress() };
    const foreign = await room.call("POST", `${base}/notices`, { headers, form });
    expect(foreign.status).toBe(403);
    expect(await redis.exists(noticeKeys(ref()).notices)).toBe(0);
  });

  test("by what there is: without a mail server only push, without the setting nothing", async () => {
    const cookie = await join();
    const page = () => room.call("GET", `${base}/notices`, { headers: browser(cookie) });
    const link = async () => {
      const path = `/?c=${context.customer.wireId}&e=sale`;
      return (await room.call("GET", path, { headers: browser(cookie) })).body.includes(
        "/notices?",
      );
    };
    expect((await page()).body).toMatch(/type="email".*id="push"/);
    expect(await link()).toBe(true);
    vi.stubEnv("SMTP_URL", "");
    await publish();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await page()).body).not.toContain('type="email"');
    expect((await page()).body).toContain('id="push"');
    await updateEvent(context, { eventId: "sale", notices: { mail: true, push: false } });
    await publish();
    expect((await page()).status).toBe(303);
    expect(await link()).toBe(false);
  });

  test.each([{ absenceMinutes: 5 }, { method: "random" as const }])(
    "nobody where a closed page loses its place: %o",
    async (changes) => {
      const cookie = await join();
      await updateEvent(context, { eventId: "sale", ...changes });
      await publish();
      const page = await room.call("GET", `${base}/notices`, { headers: browser(cookie) });
      expect(page.status).toBe(303);
    },
  );
});

describe("a link", () => {
  const changed = (path: string, from: RegExp, to: string) => path.replace(from, to);

  test("counts for what it is for, at its event, as it was made", async () => {
    await post(await join(), { address: newAddress() });
    await work();
    const confirm = linkFor("confirm");
    const other = `${base.replace("/sale", "/other")}`;
    for (const path of [
      changed(confirm, /confirm/, "stop"),
      changed(linkFor("stop"), /stop/, "confirm"),
      changed(confirm, /link=./, "link=A"),
      changed(confirm, /.$/, "_"),
      changed(confirm, /link=.*/, "link=x"),
    ]) {
      expect((await press(path)).status).toBe(410);
      expect((await room.call("GET", path, { headers: browser("") })).status).toBe(410);
    }
    expect((await press(confirm.replace(base, other))).status).toBe(404);
    await drainNotices(redis, event);
    expect(await rows()).toMatchObject([{ confirmedAt: null }]);
  });

  test("is worth nothing an hour later, in the next run, and after the place was left", async () => {
    const cookie = await join();
    await post(cookie, { address: newAddress() });
    await work();
    const confirm = linkFor("confirm");
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now + 3_700_000);
    expect((await press(confirm)).status).toBe(410);
    clock.mockRestore();
    expect((await room.call("GET", confirm, { headers: browser("") })).status).toBe(200);
    await room.call("POST", `${base}/leave`, { headers: { cookie } });
    expect((await press(confirm)).status).toBe(410);
  });

  test("to stop deletes the address, and the other links with it; its repetition does no harm", async () => {
    await post(await join(), { address: newAddress() });
    await work();
    const [confirm, stop] = [linkFor("confirm"), linkFor("stop")];
    // As a mail program does with one click.
    const click = { "List-Unsubscribe": "One-Click" };
    const done = await room.call("POST", stop, { headers: { accept: "*/*" }, form: click });
    expect(done.body).toContain("You will not be notified");
    expect((await press(confirm)).status).toBe(410);
    expect((await press(stop)).status).toBe(200);
    await work();
    expect(await rows()).toEqual([]);
  });

  test("that is used twice writes to nobody twice", async () => {
    const address = newAddress();
    await confirmed(await join(), address);
    expect((await press(linkFor("confirm"))).status).toBe(200);
    await work();
    await comeNear();
    await work();
    await press(linkFor("confirm", 0));
    await work();
    expect(mailsTo(address)).toHaveLength(2);
  });
});

describe("nothing is left", () => {
  test("of a run that is over, also of what was still on its way", async () => {
    await confirmed(await join(), newAddress());
    await post(await join(), { address: newAddress() });
    await stopEvent(context, { eventId: "sale" });
    expect(await drainNotices(redis, event)).toEqual({ dropped: 1 });
    await sweepNotices(redis);
    expect(await rows()).toEqual([]);
    expect(await redis.xlen(noticeKeys(ref()).notices)).toBe(0);
  });

  test("of an address that nobody confirms within an hour", async () => {
    await post(await join(), { address: newAddress() });
    await work();
    await sweepNotices(redis, new Date(Date.now() + 3_500_000));
    expect(await rows()).toHaveLength(1);
    await sweepNotices(redis, new Date(Date.now() + 3_700_000));
    expect(await rows()).toEqual([]);
  });

  test("of a person who is erased by address or by queue id", async () => {
    const address = newAddress();
    await confirmed(await join(), address);
    await post(await join(), { address });
    expect(await eraseEmail(redis, "admin", address)).toMatchObject({ notices: 2 });
    await confirmed(await join(), newAddress());
    const [row] = await rows();
    await eraseVisitor(redis, "admin", row?.queueId ?? "");
    expect(await rows()).toEqual([]);
  });
});

describe("a push", () => {
  let service: Awaited<ReturnType<typeof startPushService>>;
  beforeEach(async () => {
    service = await startPushService();
    vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "localhost");
    // The certificate of the test is its own.
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    return async () => {
      await service.close();
    };
  });
  const subscribe = (cookie: string, changes: Partial<typeof service.subscription> = {}) => {
    const headers = { ...browser(cookie, "ar"), accept: "application/json" };
    const form = { ...service.subscription, ...changes };
    return room.call("POST", `${base}/notices`, { headers, form });
  };

  test("comes once, encrypted for the browser, signed by the installation, in the language", async () => {
    expect((await subscribe(await join())).body).toBe('{"status":"asked"}');
    await work("push");
    expect(service.pushes).toEqual([]);
    await comeNear();
    await Promise.all([work("push"), work("push")]);
    await work("push");
    expect(service.pushes).toHaveLength(1);
    const [{ headers, text } = { headers: {}, text: "{}" }] = service.pushes;
    expect(JSON.parse(text)).toMatchObject({
      language: "ar",
      direction: "rtl",
      link: `http://room.test/?c=${context.customer.wireId}&e=sale`,
      title: textsIn("ar").push.turnTitle,
    });
    expect(headers).toMatchObject({ ttl: "600", urgency: "high", "content-encoding": "aes128gcm" });
    const [, token = "", key = ""] =
      /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? "") ?? [];
    const page = await room.call("GET", `${base}/notices`, { headers: browser(await join()) });
    expect(page.body).toContain(`"pushKey":"${key}"`);
    expect(
      JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()),
    ).toMatchObject({
      sub: "mailto:tickets@example.com",
      aud: new URL(service.subscription.endpoint).origin,
    });
    expect(await rows()).toMatchObject([{ sealed: null }]);
  });

  test("to a subscription that has ended removes it", async () => {
    service.state.answer = 410;
    await subscribe(await join());
    await comeNear();
    await work("push");
    await work("push");
    expect(service.pushes).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  test("that a service does not take is tried again a few times", async () => {
    service.state.answer = 500;
    await subscribe(await join());
    await comeNear();
    for (let round = 0; round < 7; round += 1) {
      await work("push");
      await db().notice.updateMany({
        where: { run: { eventId: event.id } },
        data: { nextAttemptAt: new Date(0) },
      });
    }
    expect(service.pushes).toHaveLength(4);
    expect(await rows()).toEqual([]);
  });

  test("never goes to an address of this network", async () => {
    vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "");
    await subscribe(await join());
    await comeNear();
    await work("push");
    expect(service.pushes).toEqual([]);
  });

  test.each([
    { endpoint: "http://localhost/x" },
    { endpoint: "https://u:p@push.example/x" },
    { endpoint: `https://push.example/${"x".repeat(1_000)}` },
    { p256dh: "AAAA" },
    { auth: "====" },
  ])("is not asked for with %o", async (changes) => {
    expect((await subscribe(await join(), changes)).status).toBe(400);
  });

  test("for a place that a draw has moved comes by its new number", async () => {
    expect((await subscribe(await join())).status).toBe(200);
    await drainNotices(redis, event);
    await db().notice.updateMany({
      where: { run: { eventId: event.id } },
      data: { drawn: false, number: 7n },
    });
    await db().event.update({
      where: { id: event.id },
      data: { draw: { source: "typed" } },
    });
    await sweepNotices(redis);
    expect(await rows()).toMatchObject([{ drawn: false, number: 7n }]);
    await redis.hset(eventKeys(ref()).drawOrder, {
      run: 1,
      key: "ab".repeat(32),
      groups: "1:50;",
      lastIndex: 50,
    });
    await sweepNotices(redis);
    const decided = await readDecidedDraw(redis, { ...ref(), runId: 1 });
    const number = decided && createDrawnNumbers(decided, drawHash).numberOf(7);
    expect(number).not.toBe(7);
    expect(await rows()).toMatchObject([{ drawn: true, number: BigInt(number ?? 0) }]);
  });
});
