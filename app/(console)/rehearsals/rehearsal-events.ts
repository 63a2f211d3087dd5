import { listEventNames } from "@/lib/services/event/list-names";
import { listRehearsals } from "@/lib/services/rehearsal/list";
import type { Caller } from "../guard";

/** What the one click is about, for whoever has never had a live rehearsal and may run one; else null. */
export async function loadQuickRehearsal({
  context,
  can,
}: Caller): Promise<{ readonly eventId: string; readonly eventName: string } | null> {
  if (!can("rehearsal:run")) return null;
  const rehearsals = await listRehearsals(context);
  if (rehearsals.some(({ kind }) => kind === "live")) return null;
  const events = await listEventNames(context);
  const event = events.find(({ isOpen }) => isOpen) ?? events[0];
  return event === undefined ? null : { eventId: event.eventId, eventName: event.name };
}
