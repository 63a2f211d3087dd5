import { db } from "@/lib/db/client";
import type { Customer, Event } from "@/lib/db/generated/client";
import { startEvent } from "@/lib/services/event/control/start";
import { nextOpening } from "@/lib/services/event/settings/event-schedules";
import { workerContext } from "@/lib/services/ground/context";
import { countEach } from "@/lib/services/ground/count-each";
import { ServiceError } from "@/lib/services/ground/errors";

const JOB = "schedule.transition";
const LEFT_TO_NEXT_ROUND = ["conflict", "precondition_failed", "event_limit"];

type StoppedEvent = Event & { readonly customer: Customer };

/**
 * Opens a run for the next occurrence of each scheduled event whose last one is over, when `runOpensAtMs`
 * says so, and once, however many workers try. The line itself starts and ends it. An occurrence that
 * somebody stopped stays stopped, and a draft is never opened: somebody has to start it once.
 */
export async function startOccurrences(): Promise<{ readonly started: number }> {
  const events = await db().event.findMany({
    where: {
      status: "stopped",
      kind: "scheduled",
      archivedAt: null,
      deletingAt: null,
      NOT: { schedules: { equals: [] } },
    },
    include: { customer: true },
  });
  const started = await countEach(
    events,
    async (event) => isDue(event, Date.now()) && (await startOccurrence(event)),
  );
  return { started };
}

function isDue(event: StoppedEvent, nowMs: number): boolean {
  const opening = nextOpening(event, nowMs);
  return opening !== null && opening.opensAt.getTime() <= nowMs;
}

async function startOccurrence({ customer, ...event }: StoppedEvent): Promise<boolean> {
  const { wireId: eventId, settingsVersion } = event;
  try {
    await startEvent(workerContext(customer, JOB), { eventId, settingsVersion });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && LEFT_TO_NEXT_ROUND.includes(error.code)) return false;
    throw error;
  }
}
