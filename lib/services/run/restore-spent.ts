import type { Redis } from "ioredis";
import { db } from "@/lib/db/client";
import { restoreSpent } from "@/lib/line/commands/create-run";
import { toEventSettings } from "@/lib/services/event/to-settings";

/** The outbox topic under which a restoration is kept until it is done. */
export const RESTORE_SPENT_TOPIC = "spent";

/** How many numbers one call to the line may carry. */
const BATCH = 1_000;
/** Admissions that took a number of the line; others have none. */
const TYPES_WITH_NUMBER = ["queue", "safetynet"];

/** Notes in the outbox that a run's spent numbers have to be written to Redis again. */
export async function enqueueSpentRestoration(runId: string): Promise<void> {
  const run = await db().run.findUniqueOrThrow({
    where: { id: runId },
    select: { event: { select: { customerId: true } } },
  });
  await db().outboxEntry.create({
    data: { customerId: run.event.customerId, topic: RESTORE_SPENT_TOPIC, subjectId: runId },
  });
}

/**
 * Writes to Redis which numbers of a run were admitted, as far as Postgres knows, so that none is
 * admitted again after a loss. It only ever sets bits, so it may be repeated.
 */
export async function restoreSpentNumbers(
  redis: Redis,
  runId: string,
  since: Date = new Date(0),
): Promise<number> {
  const run = await db().run.findUnique({
    where: { id: runId },
    include: { event: { include: { customer: { select: { wireId: true } } } } },
  });
  if (run === null) return 0;
  const settings = {
    ...toEventSettings(run.event, run.event.customer.wireId),
    runId: run.number,
  };
  let restored = 0;
  let afterId = 0n;
  for (;;) {
    const rows = await db().admission.findMany({
      where: {
        runId,
        id: { gt: afterId },
        redirectType: { in: TYPES_WITH_NUMBER },
        admittedAt: { gte: since },
      },
      select: { id: true, queueNumber: true, lane: true },
      orderBy: { id: "asc" },
      take: BATCH,
    });
    const last = rows.at(-1);
    if (last === undefined) return restored;
    await restoreSpent(
      redis,
      settings,
      rows.map(({ queueNumber, lane }) => ({ number: Number(queueNumber), lane })),
    );
    restored += rows.length;
    afterId = last.id;
  }
}
