import { listEventNames } from "@/lib/services/event/manage/list-names";
import type { ServiceContext } from "@/lib/services/ground/context";
import { listRehearsals } from "@/lib/services/operation/rehearsal/list";
import type { Caller } from "../guard";

/** A page of rehearsals may be opened for an event: `?event=` has its id. */
export type RehearsalParams = {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
};

/** The id in the address, whether there is such an event or not; empty: none. */
export async function askedEvent(params: RehearsalParams["searchParams"]): Promise<string> {
  const { event } = await params;
  return typeof event === "string" ? event : "";
}

/** The events that a rehearsal can be about, open ones first. */
export async function choiceOfEvents(
  context: ServiceContext,
): Promise<readonly { readonly eventId: string; readonly name: string }[]> {
  const names = await listEventNames(context);
  const sorted = [
    ...names.filter(({ isOpen }) => isOpen),
    ...names.filter(({ isOpen }) => !isOpen),
  ];
  return sorted.map(({ eventId, name }) => ({ eventId, name }));
}

/** The one click stands beside other things; the form for a rehearsal has them all. */
const QUICK_MAX = 100;

/** What the one click may copy, for whoever has never had a live rehearsal and may run one, the event that was asked for first; else null. */
export async function loadQuickRehearsal(
  { context, can }: Caller,
  askedEventId = "",
): Promise<{ readonly events: Awaited<ReturnType<typeof choiceOfEvents>> } | null> {
  if (!can("rehearsal:run")) return null;
  const rehearsals = await listRehearsals(context);
  if (rehearsals.some(({ kind }) => kind === "live")) return null;
  const events = await choiceOfEvents(context);
  const isAsked = ({ eventId }: { eventId: string }) => eventId === askedEventId;
  const sorted = [...events.filter(isAsked), ...events.filter((event) => !isAsked(event))];
  return sorted.length === 0 ? null : { events: sorted.slice(0, QUICK_MAX) };
}
