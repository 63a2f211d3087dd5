import type { ListedEvent } from "./overview";

/** What can be done at several events at once. */
export const BULK_ACTS = ["pause", "resume", "message"] as const;
export type BulkAct = (typeof BULK_ACTS)[number];

/** So many events are acted on at once. */
export const BULK_MAX = 100;

type Named = Pick<ListedEvent, "eventId" | "name">;

/** What an act at several events would do right now. */
export type BulkEffect = {
  /** Where it changes something. */
  readonly applies: readonly Named[];
  /** Where it would change nothing: not open, or so already. */
  readonly skipped: readonly Named[];
  /** How many visitors wait at those that it changes. */
  readonly waiting: number;
  /** Admissions a minute that stop or go on. */
  readonly outflowPerMinute: number;
  /** What has to be typed before it is done; null where a press is enough. */
  readonly typed: string | null;
};

/** From so many who wait, or so many events, a press is not enough. */
const WAITING_TYPED = 1_000;
const EVENTS_TYPED = 5;

/** What an act would do at these events, and how it has to be confirmed: the more it touches, the more is asked. */
export function bulkEffect(act: BulkAct, events: readonly ListedEvent[]): BulkEffect {
  const applying = events.filter((event) => appliesTo(act, event));
  const waiting = applying.reduce((sum, event) => sum + (event.waiting ?? 0), 0);
  const isLarge = waiting >= WAITING_TYPED || applying.length >= EVENTS_TYPED;
  // A message takes nobody's turn, so that it is sent at a press.
  const typed = isLarge && act !== "message" ? `${act} ${applying.length}` : null;
  return {
    applies: applying.map(named),
    skipped: events.filter((event) => !appliesTo(act, event)).map(named),
    waiting,
    outflowPerMinute: applying.reduce((sum, event) => sum + event.setOutflowPerMinute, 0),
    typed,
  };
}

function appliesTo(act: BulkAct, { status, paused }: ListedEvent): boolean {
  if (status !== "open") return false;
  return act === "message" || paused === (act === "resume");
}

function named({ eventId, name }: ListedEvent): Named {
  return { eventId, name };
}
