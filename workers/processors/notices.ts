import { Attempts } from "@/lib/services/ground/attempts";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import { drainNotices } from "@/lib/services/operation/notice/drain";
import { type NoticeKind, sendDueNotices } from "@/lib/services/operation/notice/send-due";
import type { WorkerDependencies } from "../dependencies";
import { eventsToDrain } from "../drain-round";

export const NOTICES_EVERY_MS = 2_000;

/** Moves what visitors of events in use and just closed ones ask about notices to Postgres. */
export async function processNoticesDrain(deps: WorkerDependencies): Promise<void> {
  await drainNoticesOf(await eventsToDrain(deps, "notices"), deps);
}

/** Drains the events; one that fails does not hold up the others. */
export async function drainNoticesOf(
  events: readonly DrainedEvent[],
  { redis, log }: Pick<WorkerDependencies, "redis" | "log">,
): Promise<void> {
  const attempts = new Attempts();
  for (const event of events) {
    const { dropped } = (await attempts.try(() => drainNotices(redis, event))) ?? { dropped: 0 };
    if (dropped > 0)
      log.warn({ eventId: event.id, dropped }, "Dropped notices of runs that are over.");
  }
  attempts.end((failed) => `The notices of ${failed} events were not drained.`);
}

/** Sends what is due of one kind. */
export async function sendNotices(
  { redis, log }: WorkerDependencies,
  kind: NoticeKind,
): Promise<void> {
  const sent = await sendDueNotices(redis, kind);
  if (sent > 0) log.info({ kind, sent }, "Told visitors of their turn.");
}
