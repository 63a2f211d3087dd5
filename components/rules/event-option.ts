import type { RuleView } from "@/lib/services/sites/rule/rule-view";

/** An event that a rule may send visitors to. */
export type EventOption = {
  readonly eventId: string;
  readonly name: string;
  /** In their order. */
  readonly lanes: readonly { readonly key: string; readonly name: string }[];
};

/** What people call the lane of a rule: its key where the event has no such lane any more, null where the event decides. */
export function laneNameOf(rule: RuleView, events: readonly EventOption[]): string | null {
  if (rule.actionType !== "Queue" || rule.lane === null) return null;
  const { lane, action } = rule;
  const event = events.find(({ eventId }) => eventId === action.EventId);
  return event?.lanes.find(({ key }) => key === lane)?.name ?? lane;
}

/** What people call an event: its id where there is none of that id any more. */
export function nameOf(eventId: string, events: readonly EventOption[]): string {
  return events.find((event) => event.eventId === eventId)?.name ?? eventId;
}
