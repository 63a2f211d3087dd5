import type { DomainEventType } from "./catalogue";

/** What was last seen of a line, as far as somebody is told when it changes. */
export type Watched = {
  readonly isQueueing: boolean;
  readonly isSoldOut: boolean;
  readonly isRecovering: boolean;
  /** People a minute; null: the governor holds nothing back. */
  readonly governed: number | null;
};

/** A line at one look. */
type LineSeen = {
  readonly lineTimeMs: number;
  readonly waiting: number;
  readonly stock: number | null;
  readonly governedOutflow: number | null;
  readonly setOutflow: number;
  readonly holdUntilMs: number;
  readonly clockJumpMs: number | null;
};

/** What changed. `sentence` has `{event}` where the name of the event belongs. */
export type LineChange = {
  readonly type: DomainEventType;
  readonly sentence: string;
  readonly data: Readonly<Record<string, number | null>>;
};

/** Of a line that nobody has looked at. */
export const UNSEEN: Watched = {
  ...{ isQueueing: false, isSoldOut: false, isRecovering: false, governed: null },
};

/** Nobody has to have waited for so long before queueing is over: a line that empties for a moment says nothing. */
export const EMPTY_FOR_MS = 60_000;

/**
 * What is to be told of a line after a look at it, and what to remember. `emptyForMs` is for how long nobody has waited. While a
 * line recovers, nothing else is told of it: its figures are not whole.
 */
export function lineChanges(
  before: Watched,
  line: LineSeen,
  emptyForMs: number,
): { readonly watched: Watched; readonly changes: readonly LineChange[] } {
  const isRecovering = line.clockJumpMs !== null || line.holdUntilMs > line.lineTimeMs;
  if (isRecovering) {
    const watched = { ...before, isRecovering };
    return {
      watched,
      changes: before.isRecovering
        ? []
        : [change("event.recovering", "The line of {event} is recovering")],
    };
  }
  const isQueueing = line.waiting > 0 || (before.isQueueing && emptyForMs < EMPTY_FOR_MS);
  const isSoldOut = line.stock !== null && line.stock <= 0;
  const isGoverned = line.governedOutflow !== null && line.governedOutflow < line.setOutflow;
  const governed = isGoverned ? line.governedOutflow : null;
  const told: readonly (LineChange | null)[] = [
    before.isRecovering ? change("event.recovered", "The line of {event} has recovered") : null,
    turned(before.isQueueing, isQueueing, [
      change("event.queueing_started", "Queueing started at {event}", { waiting: line.waiting }),
      change("event.queueing_ended", "Queueing ended at {event}"),
    ]),
    turned(before.isSoldOut, isSoldOut, [
      change("event.sold_out", "{event} is sold out"),
      change("event.back_in_stock", "{event} is back in stock"),
    ]),
    before.governed === governed
      ? null
      : change("event.outflow_governed", governedSentence(before.governed, governed), {
          outflowPerMinute: governed,
        }),
  ];
  const changes = told.filter((one) => one !== null);
  return { watched: { isQueueing, isSoldOut, isRecovering, governed }, changes };
}

function change(
  type: DomainEventType,
  sentence: string,
  data: LineChange["data"] = {},
): LineChange {
  return { type, sentence, data };
}

function turned(
  before: boolean,
  now: boolean,
  [began, ended]: readonly [LineChange, LineChange],
): LineChange | null {
  if (before === now) return null;
  return now ? began : ended;
}

function governedSentence(before: number | null, now: number | null): string {
  if (now === null) return "The governor no longer limits the outflow of {event}";
  const verb = before === null || now < before ? "lowered" : "raised";
  return `The governor ${verb} the outflow of {event} to ${now} per minute`;
}
