import { listEventsToDrain } from "@/lib/services/admission/drain";
import { drainNotices } from "@/lib/services/notice/drain";
import { type NoticeKind, sendDueNotices } from "@/lib/services/notice/send-due";
import type { WorkerDependencies } from "../dependencies";

/** Moves what visitors of open and just closed events ask about notices to Postgres. One that fails holds up no other. */
export async function processNoticesDrain({ redis, log }: WorkerDependencies): Promise<void> {
  const failures: unknown[] = [];
  for (const event of await listEventsToDrain("recent")) {
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
