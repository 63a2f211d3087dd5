import { drainNotices } from "@/lib/services/operation/notice/drain";
import { type NoticeKind, sendDueNotices } from "@/lib/services/operation/notice/send-due";
import type { WorkerDependencies } from "../dependencies";
import { eventsToDrain } from "../drain-round";

export const NOTICES_EVERY_MS = 2_000;

/** Moves what visitors of open and just closed events ask about notices to Postgres. One that fails holds up no other. */
export async function processNoticesDrain(deps: WorkerDependencies): Promise<void> {
  const { redis, log } = deps;
  const failures: unknown[] = [];
  for (const event of await eventsToDrain(deps, NOTICES_EVERY_MS)) {
    try {
      const { dropped } = await drainNotices(redis, event);
      if (dropped > 0)
        log.warn({ eventId: event.id, dropped }, "Dropped notices of runs that are over.");
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `The notices of ${failures.length} events were not drained.`,
    );
}

/** Sends what is due of one kind. */
export async function sendNotices(
  { redis, log }: WorkerDependencies,
  kind: NoticeKind,
): Promise<void> {
  const sent = await sendDueNotices(redis, kind);
  if (sent > 0) log.info({ kind, sent }, "Told visitors of their turn.");
}
