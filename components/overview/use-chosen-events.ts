import { useState } from "react";
import { BULK_MAX, type BulkAct } from "@/lib/domain/overview/bulk";
import type { ListedEvent } from "@/lib/domain/overview/overview";

type Asked = { readonly act: BulkAct; readonly events: readonly ListedEvent[] };

/** Which events are ticked, by their ids, and what is about to be done with them or with one of the list. */
export function useChosenEvents() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    ids,
    asked,
    ask: (act: BulkAct, some: readonly ListedEvent[]) => setAsked({ act, events: some }),
    close: () => setAsked(null),
    clear: () => {
      setAsked(null);
      setIds(new Set());
    },
    /** What is done in the list. `events` are those that are ticked, as they are now. */
    actsWith: (events: readonly ListedEvent[]) => ({
      act: (act: BulkAct, event: ListedEvent) => setAsked({ act, events: [event] }),
      isFull: events.length >= BULK_MAX,
      isChosen: ({ eventId }: ListedEvent) => ids.has(eventId),
      choose: ({ eventId }: ListedEvent, isChosen: boolean) => {
        // Without those that are gone: they would count, and nobody could untick them.
        const others = events.map((event) => event.eventId).filter((id) => id !== eventId);
        setIds(new Set(isChosen && others.length < BULK_MAX ? [...others, eventId] : others));
      },
    }),
  };
}
