import type { RehearsalEvent } from "@/components/rehearsals/what-if-values";
import type { ServiceContext } from "@/lib/services/context";
import { listEvents } from "@/lib/services/event/list";

/** What a rehearsal can be about: open events first. */
export async function listRehearsalEvents(context: ServiceContext): Promise<RehearsalEvent[]> {
  const events = await listEvents(context);
  const isOpen = (status: string) => status === "open";
  return [...events]
    .sort((a, b) => Number(isOpen(b.status)) - Number(isOpen(a.status)))
    .map(({ eventId, name, outflowInForce, runId }) => ({
      eventId,
      name,
      outflowPerMinute: outflowInForce,
      run: runId,
    }));
}
