import type { RehearsalEvent } from "@/components/rehearsals/what-if-values";
import { seatMsOf } from "@/lib/domain/line/seat";
import type { ServiceContext } from "@/lib/services/context";
import { listEvents } from "@/lib/services/event/list";
import { listRehearsals } from "@/lib/services/rehearsal/list";
import type { Caller } from "../guard";

/** What a rehearsal can be about: open events first. */
export async function listRehearsalEvents(context: ServiceContext): Promise<RehearsalEvent[]> {
  const events = await listEvents(context);
  const isOpen = (status: string) => status === "open";
  return [...events]
    .sort((a, b) => Number(isOpen(b.status)) - Number(isOpen(a.status)))
    .map((event) => ({
      eventId: event.eventId,
      name: event.name,
      outflowPerMinute: event.outflowInForce,
      run: event.runId,
      activeCap: event.activeCap,
      seatMinutes: Math.ceil(seatMsOf(event) / 60_000),
    }));
}

/** What the one click is about, for whoever has never had a live rehearsal and may run one; else null. */
export async function loadQuickRehearsal({
  context,
  can,
}: Caller): Promise<{ readonly eventId: string; readonly eventName: string } | null> {
  if (!can("rehearsal:run")) return null;
  const rehearsals = await listRehearsals(context);
  if (rehearsals.some(({ kind }) => kind === "live")) return null;
  const [event] = await listRehearsalEvents(context);
  return event === undefined ? null : { eventId: event.eventId, eventName: event.name };
}
