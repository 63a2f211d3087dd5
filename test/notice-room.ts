import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { parseMasterKey } from "@/lib/secrets/seal";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { ServiceContext } from "@/lib/services/ground/context";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import { drainNotices } from "@/lib/services/operation/notice/drain";
import { type NoticeKind, sendDueNotices } from "@/lib/services/operation/notice/send-due";
import { sweepNotices } from "@/lib/services/operation/notice/sweep";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { createCustomerWithSale, startedRef, startTestEvent } from "./customer";
import { startMailServer } from "./notices";
import { testRedisUrl } from "./redis";
import { startTestRoom } from "./waiting-room";

type MailServer = Awaited<ReturnType<typeof startMailServer>>;
type Stage = { context: ServiceContext; event: DrainedEvent; mailServer: MailServer };

/**
 * A waiting room, a worker's hands and a mail server for one test file; each test has an event of its own that offers
 * notices, in which numbers begin a million behind the front.
 */
export function openNoticeRoom() {
  const room = startTestRoom(parseMasterKey(process.env["MASTER_KEY"] ?? ""));
  const redis = connectRedis(testRedisUrl());
  let held: Stage | undefined;
  const stage = (): Stage => {
    if (held === undefined) throw new Error("There is no event before a test.");
    return held;
  };
  const ref = () => startedRef(stage().context);
  const lineKey = () => eventKeys(ref()).line;
  const publish = async () => {
    await reconcileEvent(redis, stage().event.id);
    await (await room.context.lines.find(ref()))?.refresh();
  };

  beforeAll(() => waitForRedis(redis, 10_000));
  afterAll(async () => {
    redis.disconnect();
    await disconnectDb();
  });
  beforeEach(async () => {
    held = await setStage();
    await publish();
    // So far away that nobody is due, however far the line gets while a test runs.
    await redis.hset(lineKey(), { last: 1_000_000 });
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await stage().mailServer.close();
    await db().customer.deleteMany({ where: { id: stage().context.customer.id } });
  });

  return {
    ...{ room, redis, ref, lineKey },
    ...visitorsOf({ room, redis, stage, base: () => `/line/${ref().customerId}/sale` }),
    context: () => stage().context,
    event: () => stage().event,
    /** Makes the line and the waiting room know what Postgres says. */
    publish,
    /** E-mails go to another server from now on. */
    sendThrough: async (mailServer: MailServer) => {
      await stage().mailServer.close();
      held = { ...stage(), mailServer };
      vi.stubEnv("SMTP_URL", mailServer.url);
    },
    /** The front comes near. */
    comeNear: () => redis.hset(lineKey(), { serving: 999_900, allowance: 0 }),
  };
}

async function setStage(): Promise<Stage> {
  const mailServer = await startMailServer();
  vi.stubEnv("SMTP_URL", mailServer.url);
  vi.stubEnv("MAIL_FROM", "Tickets <tickets@example.com>");
  const context = await createCustomerWithSale();
  const notices = { mail: true, push: true };
  // All visitors of these tests come from one address.
  const open = { protection: null, queueAll: true, outflowPerMinute: 60 };
  await updateEvent(context, { eventId: "sale", notices, ...open });
  await startTestEvent(context, { eventId: "sale" });
  const row = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  return { context, event: { ...row, customer: context.customer }, mailServer };
}

type Place = {
  readonly room: ReturnType<typeof startTestRoom>;
  readonly redis: ReturnType<typeof connectRedis>;
  readonly stage: () => Stage;
  readonly base: () => string;
};

/** What visitors and the worker do, and what they see. */
function visitorsOf({ room, redis, stage, base }: Place) {
  const browser = (cookie: string, language = "en") => ({
    cookie,
    accept: "text/html",
    "accept-language": language,
  });
  const post = (cookie: string, form: Record<string, string>, language?: string) =>
    room.call("POST", `${base()}/notices`, { headers: browser(cookie, language), form });
  const press = (path: string) => {
    const form = { link: path.split("link=")[1] ?? "" };
    return room.call("POST", path, { headers: browser(""), form });
  };
  /** What the worker does within some seconds. */
  const work = async (kind: NoticeKind = "mail") => {
    await drainNotices(redis, stage().event);
    await sweepNotices(redis);
    await sendDueNotices(redis, kind);
  };
  const mails = () => stage().mailServer.mails;
  /** The paths of all links of an e-mail, the last one if none is said. */
  const linksOf = (index = -1) => {
    const links = (mails().at(index)?.text ?? "").matchAll(/http:\/\/room\.test(\/\S+)/g);
    return [...links].map(([, path = ""]) => path);
  };
  const linkFor = (use: string, index = -1) =>
    linksOf(index).find((path) => path.includes(`/${use}?`)) ?? `no link to ${use}`;
  const ofEvent = () => ({ run: { eventId: stage().event.id } });

  return {
    ...{ base, browser, post, press, work, linksOf, linkFor, ofEvent },
    join: async () => {
      const form = { joinId: room.id() };
      return room.cookieOf(await room.call("POST", `${base()}/join`, { form }));
    },
    confirmed: async (cookie: string, address: string) => {
      await post(cookie, { address });
      await work();
      expect((await press(linkFor("confirm"))).status).toBe(200);
      await work();
    },
    newAddress: () => `${crypto.randomUUID()}@example.com`,
    mailsTo: (address: string) => mails().filter(({ to }) => to === address),
    headersOfMail: (index: number) => mails()[index]?.headers ?? "",
    rows: () => db().notice.findMany({ where: ofEvent(), orderBy: { number: "asc" } }),
    /** Nothing is left alone any more after a failure. */
    again: () => db().notice.updateMany({ where: ofEvent(), data: { nextAttemptAt: new Date(0) } }),
    hangUp: () => stage().mailServer.hangUp(),
  };
}
