import { db } from "@/lib/db/client";
import type { Notice } from "@/lib/db/generated/client";
import { USED } from "../sweep";

/** Which of its two messages: the one that asks to confirm the address, or the one that tells of the turn. */
export type Message = "confirm" | "turn";

/** What came of sending: `sent`, perhaps (`may-arrive`), not (`failed`), or never again (`gone`). */
export type Outcome = "sent" | "may-arrive" | "failed" | "gone";

/** Longer than sending may take: whoever took it and died is followed by another. */
const LEASE_MS = 60_000;
/** How long after each failed try the next one is made; after the last it is given up. */
const RETRY_AFTER_MS = [5_000, 20_000, 60_000] as const;

/**
 * Sends one message of a notice: nobody gets one twice, whatever dies meanwhile. Who takes the notice has it alone for a
 * minute; from the moment in which the message goes out it counts as sent, unless it certainly was not taken. A worker
 * that dies before that moment is followed by another, and one that dies in it by nobody.
 */
export async function sendOnce(
  notice: Notice,
  message: Message,
  send: () => Promise<Outcome>,
): Promise<Outcome | "taken"> {
  const { id, attempts, nextAttemptAt } = notice;
  const attempt = attempts + 1;
  const taken = await db().notice.updateMany({
    where: { id, attempts, nextAttemptAt, ...unsent(message) },
    data: { attempts: attempt, nextAttemptAt: inMs(LEASE_MS) },
  });
  if (taken.count === 0) return "taken";
  const mine = { id, attempts: attempt };
  const begun = await db().notice.updateMany({
    where: { ...mine, ...unsent(message) },
    data: message === "turn" ? { turnSentAt: new Date() } : { confirmSentAt: new Date() },
  });
  // Somebody wants to hear nothing any more.
  if (begun.count === 0) return "taken";
  const outcome = await send();
  await noteOutcome(mine, message, outcome);
  return outcome;
}

async function noteOutcome(
  mine: { readonly id: string; readonly attempts: number },
  message: Message,
  outcome: Outcome,
): Promise<void> {
  const retryAfterMs = RETRY_AFTER_MS[mine.attempts - 1];
  if (outcome === "gone" || (outcome === "failed" && retryAfterMs === undefined)) {
    await db().notice.deleteMany({ where: mine });
  } else if (outcome === "failed") {
    const again = message === "turn" ? { turnSentAt: null } : { confirmSentAt: null };
    const nextAttemptAt = inMs(retryAfterMs ?? 0);
    await db().notice.updateMany({ where: mine, data: { ...again, nextAttemptAt } });
  } else if (message === "turn") {
    await db().notice.updateMany({ where: mine, data: USED });
  }
}

/** Of notices whose message did not go out. */
export function unsent(message: Message) {
  return message === "turn" ? { turnSentAt: null } : { confirmSentAt: null };
}

function inMs(ms: number): Date {
  return new Date(Date.now() + ms);
}
