import type { EventView } from "@/lib/services/event/event-view";

/** An event that a rule may send visitors to. */
export type EventOption = {
  readonly eventId: string;
  readonly name: string;
  /** In their order. */
  readonly lanes: readonly { readonly key: string; readonly name: string }[];
};

/** What the form needs of an event. */
export function toEventOption({ eventId, name, lanes }: EventView): EventOption {
  return {
    eventId,
    name,
    lanes: lanes.lanes.map(({ key, name: label }) => ({ key, name: label })),
  };
}
