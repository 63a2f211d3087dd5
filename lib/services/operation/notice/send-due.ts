import { db } from "@/lib/db/client";
import type { Notice } from "@/lib/db/generated/client";
import type { PushSubscription } from "@/lib/domain/notice/asked";
import { readSpent } from "@/lib/line/commands/notices";
import type { Redis } from "@/lib/line/redis-client";
import { env } from "@/lib/platform/env";
import { MailMayArrive, sendMail } from "@/lib/platform/mail/send-mail";
import { sendWebPush } from "@/lib/platform/web-push/send-web-push";
import type { EventKey } from "@/lib/secrets/event-key";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { noticeContext } from "@/lib/secrets/notice-link";
import { unseal } from "@/lib/secrets/seal";
import { eventKeyOf } from "@/lib/services/event/change/event-key";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { Attempts } from "@/lib/services/ground/attempts";
import { TooManyTries, takeTry } from "@/lib/services/ground/throttle";
import { type Message, type Outcome, sendOnce, unsent } from "./inner/claim";
import { confirmMail, type MessageOf, turnMail, turnPush } from "./inner/messages";
import { whoIsDue } from "./inner/who-is-due";
import { type VapidKeys, vapidKeys } from "./means";
import { CONFIRM_MS } from "./sweep";

export type NoticeKind = Notice["kind"];

/** Of one run in one round; the next goes on. */
const ROUND_MAX = 500;
/** As many e-mails, or pushes, as are under way at once. */
const AT_ONCE = { mail: 10, push: 50 } as const;
/** What one address may be sent to confirm it, at all events of the installation. */
const CONFIRM_LIMIT = { triesMax: 6, windowSeconds: 3_600 } as const;
/** A link to stop outlives every run that people wait in. */
const STOP_SECONDS = 30 * 86_400;

/**
 * Sends what is due of one kind at all events: links to confirm addresses, and notices to those whose turn comes within
 * about five minutes. May be repeated, overlap and be killed: nobody gets a message twice.
 */
export async function sendDueNotices(redis: Redis, kind: NoticeKind): Promise<number> {
  if (kind === "mail" && env.smtpUrl() === undefined) return 0;
  const runs = await db().notice.groupBy({
    by: ["runId"],
    where: { kind, OR: [{ confirmedAt: null, ...unsent("confirm") }, unsent("turn")] },
  });
  const attempts = new Attempts();
  let sent = 0;
  for (const { runId } of runs) {
    sent += (await attempts.try(() => sendOfRun(redis, kind, runId))) ?? 0;
  }
  attempts.end((failed) => `The notices of ${failed} runs were not sent.`);
  return sent;
}

type Sender = {
  readonly kind: NoticeKind;
  readonly event: MessageOf["event"];
  readonly eventName: string;
  readonly runId: number;
  readonly key: EventKey;
  readonly vapid: VapidKeys | null;
};

async function sendOfRun(redis: Redis, kind: NoticeKind, runId: string): Promise<number> {
  const run = await db().run.findUnique({
    where: { id: runId },
    include: { event: { include: { customer: { select: { wireId: true } } } } },
  });
  if (run === null || run.endedAt !== null || run.event.currentRun !== run.number) return 0;
  const event = eventRef(run.event, run.event.customer);
  const line = { ...event, runId: run.number };
  const [unconfirmed, due] = await Promise.all([
    kind === "mail" ? findUnconfirmed(runId) : [],
    findDue(redis, { kind, runId, line }),
  ]);
  if (unconfirmed.length + due.length === 0) return 0;
  const sender = {
    ...{ kind, event, eventName: run.event.name, runId: run.number },
    ...(await db().$transaction(async (tx) => ({
      key: await eventKeyOf(tx, { id: run.eventId, ...event }),
      vapid: kind === "push" ? await vapidKeys(tx) : null,
    }))),
  };
  const tasks = [
    ...due.map((notice) => () => sendOne(sender, notice, "turn")),
    ...unconfirmed.map((notice) => () => sendOne(sender, notice, "confirm")),
  ];
  return countDone(tasks, AT_ONCE[kind]);
}

function findUnconfirmed(runId: string): Promise<Notice[]> {
  return db().notice.findMany({
    where: {
      ...{ runId, kind: "mail", confirmedAt: null, nextAttemptAt: { lte: new Date() } },
      ...unsent("confirm"),
    },
    orderBy: { createdAt: "asc" },
    take: ROUND_MAX,
  });
}

type DueIn = {
  readonly kind: NoticeKind;
  readonly runId: string;
  readonly line: Parameters<typeof whoIsDue>[1];
};

/** Those who are due, the first in line first; without those who have gone in or left meanwhile. */
async function findDue(redis: Redis, { kind, runId, line }: DueIn): Promise<Notice[]> {
  const waiting = { runId, kind, drawn: true, confirmedAt: { not: null }, ...unsent("turn") };
  if ((await db().notice.count({ where: waiting })) === 0) return [];
  const due = await whoIsDue(redis, line);
  if (due.length === 0) return [];
  const rows = await db().notice.findMany({
    where: {
      ...{ ...waiting, nextAttemptAt: { lte: new Date() } },
      OR: due.map(({ lane, through }) => ({ lane, number: { lte: BigInt(through) } })),
    },
    orderBy: { number: "asc" },
    take: ROUND_MAX,
  });
  const held = rows.map(({ lane, number }) => ({ lane, number: Number(number) }));
  const spent = await readSpent(redis, line, held);
  return rows.filter((_, index) => spent[index] === false);
}

async function sendOne(sender: Sender, notice: Notice, message: Message): Promise<boolean> {
  if (notice.sealed === null) return false;
  const address = unseal(masterKeysFromEnvironment(), noticeContext(notice.id), notice.sealed);
  if (message === "confirm" && !(await mayConfirm(address))) {
    await db().notice.deleteMany({ where: { id: notice.id } });
    return false;
  }
  const said = messageOf(sender, notice, { address, message });
  const outcome = await sendOnce(notice, message, () => {
    if (sender.vapid !== null) return push(sender.vapid, notice, { address, said });
    return mail(message === "turn" ? turnMail(said) : confirmMail(said));
  });
  return outcome === "sent" || outcome === "may-arrive";
}

/** Whoever asks for a stranger's address at many events makes that stranger no more mail than this. */
async function mayConfirm(address: string): Promise<boolean> {
  try {
    await takeTry([{ key: ["notice", address], ...CONFIRM_LIMIT }]);
    return true;
  } catch (error) {
    if (error instanceof TooManyTries) return false;
    throw error;
  }
}

function messageOf(
  { event, eventName, runId, key }: Sender,
  notice: Notice,
  { address, message }: { readonly address: string; readonly message: Message },
): MessageOf {
  const { id, lane, number, drawn, kind, language, roomUrl, createdAt } = notice;
  const confirmUntil = Math.floor((createdAt.getTime() + CONFIRM_MS) / 1_000);
  const stopUntil = Math.floor(createdAt.getTime() / 1_000) + STOP_SECONDS;
  const expiresUnixSeconds = message === "confirm" ? confirmUntil : stopUntil;
  const claims = { id, runId, lane, number: Number(number), drawn, kind, expiresUnixSeconds };
  return { to: address, language, eventName, roomUrl, event, key, claims };
}

async function mail(message: Parameters<typeof sendMail>[0]): Promise<Outcome> {
  try {
    await sendMail(message);
    return "sent";
  } catch (error) {
    return error instanceof MailMayArrive ? "may-arrive" : "failed";
  }
}

function push(
  vapid: VapidKeys,
  { id }: Notice,
  { address, said }: { readonly address: string; readonly said: MessageOf },
): Promise<Outcome> {
  return sendWebPush({
    // Checked by the waiting room before it was sealed.
    subscription: JSON.parse(address) as PushSubscription,
    payload: turnPush(said),
    topic: id,
    vapid: { ...vapid, subject: subjectOf(said.roomUrl) },
  });
}

/** Whom push services may write to about what we send: where mail comes from, else the waiting room. */
function subjectOf(roomUrl: string): string {
  const from = /<([^<>\s]+)>\s*$/.exec(env.mailFrom())?.[1] ?? env.mailFrom();
  return env.smtpUrl() === undefined ? roomUrl : `mailto:${from}`;
}

/** Does tasks, so many at once, and answers how many came true. A task that fails does not hold up the others. */
async function countDone(
  tasks: readonly (() => Promise<boolean>)[],
  atOnce: number,
): Promise<number> {
  const attempts = new Attempts();
  let done = 0;
  await attempts.each(tasks, atOnce, async (task) => {
    if (await task()) done += 1;
  });
  attempts.end((failed) => `${failed} notices could not be sent.`);
  return done;
}
