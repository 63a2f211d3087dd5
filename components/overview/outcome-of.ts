import { plural } from "@/components/shared/format";
import type { BulkAct, BulkEffect } from "@/lib/domain/overview/bulk";
import type { OutcomeAtEvent } from "@/lib/services/event/control/act-on-many";

type Outcome = {
  readonly text: string;
  /** What else there is to know; null for nothing. */
  readonly note: string | null;
  readonly tone: "success" | "info" | "danger";
};

const DONE: Readonly<Record<BulkAct, string>> = {
  pause: "Paused",
  resume: "Resumed",
  message: "Message sent to",
};

/**
 * What an act at several events has done, with the names of those where it waits for a second person, and the names and
 * reasons of those that refused it.
 */
export function outcomeOf(
  act: BulkAct,
  outcomes: readonly OutcomeAtEvent[],
  named: BulkEffect["applies"],
): Outcome {
  const names = new Map(named.map(({ eventId, name }) => [eventId, name]));
  const nameOf = ({ eventId }: OutcomeAtEvent) => names.get(eventId) ?? eventId;
  const pending = outcomes.filter(({ isPending }) => isPending).map(nameOf);
  const refused = outcomes.filter(({ refusal }) => refusal !== null);
  const reasons = refused.map((outcome) => `${nameOf(outcome)}: ${outcome.refusal}`);
  const done = outcomes.length - refused.length - pending.length;
  const all = plural(outcomes.length, "event");
  const count = done === outcomes.length ? all : `${done} of ${all}`;
  const text = pending.length === outcomes.length ? "Sent for approval" : `${DONE[act]} ${count}`;
  const waiting = pending.length === 0 ? [] : [`Pending approval: ${pending.join(", ")}.`];
  const note = [...waiting, ...reasons].join(" ");
  return { text, note: note === "" ? null : note, tone: toneOf(refused.length, pending.length) };
}

function toneOf(refused: number, pending: number): Outcome["tone"] {
  if (refused > 0) return "danger";
  return pending > 0 ? "info" : "success";
}
