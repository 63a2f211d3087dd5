import { plural } from "@/components/shared/format";
import type { BulkAct, BulkEffect } from "@/lib/domain/overview/bulk";
import type { OutcomeAtEvent } from "@/lib/services/event/control/act-on-many";

type Outcome = { readonly text: string; readonly isDone: boolean };

const DONE: Readonly<Record<BulkAct, string>> = {
  pause: "Paused",
  resume: "Resumed",
  message: "Message sent to",
};

/** What an act at several events has done, with the names and reasons of those that refused it. */
export function outcomeOf(
  act: BulkAct,
  outcomes: readonly OutcomeAtEvent[],
  named: BulkEffect["applies"],
): Outcome {
  const all = plural(outcomes.length, "event");
  const refused = outcomes.filter(({ refusal }) => refusal !== null);
  if (refused.length === 0) return { text: `${DONE[act]} ${all}`, isDone: true };
  const names = new Map(named.map(({ eventId, name }) => [eventId, name]));
  const reasons = refused.map(
    ({ eventId, refusal }) => `${names.get(eventId) ?? eventId}: ${refusal}`,
  );
  const done = outcomes.length - refused.length;
  return { text: `${DONE[act]} ${done} of ${all}. ${reasons.join(" ")}`, isDone: false };
}
