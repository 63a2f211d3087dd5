import { db } from "@/lib/db/client";
import { completeCopy } from "@/lib/line/commands/create-run";
import { restoreGovernor } from "@/lib/line/commands/governor-state";
import type { Redis } from "@/lib/line/redis-client";
import { EVENT_OWNER, toEventSettings } from "@/lib/services/event/settings/to-settings";
import { readCheckpoints } from "./ensure-line";
import { readKeptEvent } from "./inner/kept-event";
import { enqueueRestoration } from "./restore-admissions";

/**
 * Completes the line of an event that came back from a copy which is older than processes remember, with what Postgres
 * knows: numbers, limits, seats, and by way of the outbox admissions. Until then nobody is let in. May be repeated.
 */
export async function completeLine(
  redis: Redis,
  { eventId, copyAtMs }: { readonly eventId: string; readonly copyAtMs: number },
): Promise<void> {
  const event = await db().event.findUniqueOrThrow({
    where: { id: eventId },
    include: { customer: { select: EVENT_OWNER } },
  });
  const run = await db().run.findUnique({
    where: { eventId_number: { eventId, number: event.currentRun } },
  });
  if (run === null) return;
  const settings = toEventSettings(event, event.customer);
  const { kept, governor } = await readKeptEvent(redis, { settings, run, copyAtMs });
  // Before the line is touched: whoever dies between leaves a line that waits, and an entry that is done again.
  await enqueueRestoration(run.id);
  const lanes = await readCheckpoints(run, settings);
  if (await completeCopy(redis, settings, lanes, kept))
    await restoreGovernor(redis, settings, governor);
}
