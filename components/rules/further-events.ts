import type { EventOption } from "./event-option";

/** An event that may count in a rule besides its own; `isKnown` is false for an id of which there is no event. */
export type FurtherEvent = {
  readonly eventId: string;
  readonly name: string;
  readonly isChosen: boolean;
  readonly isKnown: boolean;
};

/** More than anybody reads through; searching finds the others. */
const SHOWN = 12;

/** The ids in the value of the field, one a line; what is there stays, whether there is such an event or not. */
export function chosenIds(value: string): readonly string[] {
  return [...new Set(value.split("\n").map((line) => line.trim()))].filter((id) => id !== "");
}

/** The value with an event chosen or not; all others stay, in their order. */
export function withChoice(value: string, eventId: string, isChosen: boolean): string {
  const others = chosenIds(value).filter((id) => id !== eventId);
  return (isChosen ? [...others, eventId] : others).join("\n");
}

/**
 * What is shown to choose from: all that are chosen, then the events that the search finds. The rule's own event is
 * not among them, unless it was chosen before.
 */
export function furtherEvents(
  events: readonly EventOption[],
  { value, ownEventId, search }: { value: string; ownEventId: string; search: string },
): { readonly shown: readonly FurtherEvent[]; readonly more: number } {
  const chosen = chosenIds(value);
  const names = new Map(events.map(({ eventId, name }) => [eventId, name]));
  const first = chosen.map((eventId) => {
    const name = names.get(eventId);
    return { eventId, name: name ?? eventId, isChosen: true, isKnown: name !== undefined };
  });
  const wanted = search.trim().toLowerCase();
  const found = events.filter(
    ({ eventId, name }) =>
      eventId !== ownEventId &&
      !chosen.includes(eventId) &&
      `${name} ${eventId}`.toLowerCase().includes(wanted),
  );
  const others = found
    .slice(0, SHOWN)
    .map(({ eventId, name }) => ({ eventId, name, isChosen: false, isKnown: true }));
  return { shown: [...first, ...others], more: found.length - others.length };
}
