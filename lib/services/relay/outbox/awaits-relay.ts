import { db } from "@/lib/db/client";

/** True where the line of a new run was never made and the relay is about to make it: nothing is lost then. */
export async function awaitsRelay(eventId: string): Promise<boolean> {
  const run = await db().run.findFirst({
    where: { eventId },
    orderBy: { number: "desc" },
    select: { id: true, lineCreatedAt: true },
  });
  if (run === null || run.lineCreatedAt !== null) return false;
  const pending = await db().outboxEntry.findFirst({
    where: { relayedAt: null, subjectId: { in: [eventId, run.id] } },
    select: { id: true },
  });
  return pending !== null;
}
