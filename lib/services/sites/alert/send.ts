import { ALERT_SERVICES, type AlertServices } from "@/lib/domain/alert/channel";
import type { AlertNotice } from "@/lib/domain/alert/notice";
import { retryDelayMs } from "@/lib/domain/webhook/retry";
import {
  type ClaimedNotice,
  dropNotice,
  type NoticeToSend,
  noteNoticeEnded,
  noteNoticeFailed,
  readNotice,
  splitNotice,
} from "./deliveries";
import { mailNotice, recipientsOf } from "./inner/mail-notice";
import { postNotice } from "./inner/post-notice";

/** A notice that has not arrived by then says nothing that still matters. */
const GIVEN_UP_AFTER_MS = 24 * 3_600_000;

/** What came of an attempt. `busy`: no connection was free, and nothing was tried. */
export type NoticeOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "busy" }
  | { readonly kind: "failed"; readonly problem: string; readonly retryAfterMs: number };

/**
 * Makes one attempt to send a notice, and notes what came of it. Whoever is killed meanwhile loses nothing: when the lease
 * is over, it is sent again. `services` are the addresses of PagerDuty and Opsgenie; a test has its own.
 */
export async function sendNotice(
  claimed: ClaimedNotice,
  services: AlertServices = ALERT_SERVICES,
): Promise<void> {
  const delivery = await readNotice(claimed);
  if (delivery === null) return;
  if (delivery.channel.kind === "email" && !(await isReadyToMail(claimed, delivery))) return;
  const outcome = await attempt(delivery, services);
  if (outcome.kind === "sent") return noteNoticeEnded(claimed, null);
  if (outcome.kind === "busy")
    return noteNoticeFailed(claimed, {
      ...{ problem: "Too many requests are in progress. Retrying.", delayMs: 1_000 },
    });
  const { problem, retryAfterMs } = outcome;
  const isOver = Date.now() - delivery.createdAt.getTime() >= GIVEN_UP_AFTER_MS;
  if (delivery.isTest || isOver) return noteNoticeEnded(claimed, problem);
  const delayMs = retryDelayMs(delivery.failures + 1, Math.random(), retryAfterMs);
  return noteNoticeFailed(claimed, { problem, delayMs });
}

/**
 * False once a notice was split by address, so that each is tried, and fails, on its own, and for an address that has left
 * the channel since.
 */
async function isReadyToMail(claimed: ClaimedNotice, delivery: NoticeToSend): Promise<boolean> {
  const to = await recipientsOf(delivery.channel);
  const { address } = delivery;
  if (address === null && to.length > 0) {
    await splitNotice(claimed, to);
    return false;
  }
  if (address !== null && !to.includes(address)) {
    await dropNotice(claimed);
    return false;
  }
  return true;
}

function attempt(delivery: NoticeToSend, services: AlertServices): Promise<NoticeOutcome> {
  // Written by `addNotices` only.
  const notice = delivery.notice as AlertNotice;
  const { kind, ...channel } = delivery.channel;
  if (kind === "email") return mailNotice(delivery, notice);
  return postNotice({ ...channel, kind }, notice, services);
}
