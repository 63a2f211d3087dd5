import type { DomainEventType } from "./catalogue";

/** What was last seen of a line, as far as somebody is told when it changes. */
export type Watched = {
  readonly isQueueing: boolean;
  readonly isSoldOut: boolean;
  readonly isRecovering: boolean;
  readonly isFull: boolean;
  readonly isChallenging: boolean;
  /** The clock of Redis is off since the loss that the line recovers from. */
  readonly hasJumped: boolean;
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
  /** Who has a number, and how many may; 0: there is no limit. */
  readonly numbered: number;
  readonly lineLimit: number;
  /** Null where nobody knows, or where everybody gets a challenge. */
  readonly challenges: RecentChallenges | null;
};

/** Of the last minutes: who came without a place, and who of them got a challenge. */
export type RecentChallenges = { readonly arrivals: number; readonly challenged: number };

/** What changed. `sentence` has `{event}` where the name of the event belongs. */
export type LineChange = {
  readonly type: DomainEventType;
  readonly sentence: string;
  readonly data: Readonly<Record<string, number | string | null>>;
};

/** Of a line that nobody has looked at. */
export const UNSEEN: Watched = {
  ...{ isQueueing: false, isSoldOut: false, isRecovering: false, isFull: false },
  ...{ isChallenging: false, hasJumped: false, governed: null },
};

/** Nobody has to have waited for so long before queueing is over: a line that empties for a moment says nothing. */
export const EMPTY_FOR_MS = 60_000;

/** A full line has room again below this share of its limit: it does not count as full and not full for each who goes. */
const ROOM_SHARE = 0.98;

/** Many challenges, and few enough again. Of fewer people a share says nothing. */
const CHALLENGES = { highPercent: 30, highCount: 50, normalPercent: 15, normalCount: 25 } as const;

/** A restart explains that the clock of Redis is off by so much. */
const JUMP_MS = 5_000;

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
  if (isRecovering) return whileRecovering(before, line.clockJumpMs ?? 0);
  const isQueueing = line.waiting > 0 || (before.isQueueing && emptyForMs < EMPTY_FOR_MS);
  const isSoldOut = line.stock !== null && line.stock <= 0;
  const isFull = isLineFull(before.isFull, line);
  const isChallenging = areChallengesHigh(before.isChallenging, line.challenges);
  const isGoverned = line.governedOutflow !== null && line.governedOutflow < line.setOutflow;
  const governed = isGoverned ? line.governedOutflow : null;
  const percent = challengedPercent(line.challenges);
  const told: readonly (LineChange | null)[] = [
    before.isRecovering ? change("event.recovered", "The line of {event} has recovered") : null,
    turned(before.isQueueing, isQueueing, [
      change("event.queueing_started", "Queueing started at {event}", { waiting: line.waiting }),
      change("event.queueing_ended", "Queueing ended at {event}"),
    ]),
    turned(before.isFull, isFull, [
      change("event.full", "The line of {event} is full"),
      change("event.has_room", "The line of {event} has room again"),
    ]),
    turned(before.isSoldOut, isSoldOut, [
      change("event.sold_out", "{event} is sold out"),
      change("event.back_in_stock", "{event} is back in stock"),
    ]),
    turned(before.isChallenging, isChallenging, [
      change("event.challenges_high", `${percent} % of arrivals at {event} get a challenge`, {
        percent,
      }),
      change("event.challenges_normal", "Few arrivals at {event} get a challenge again", {
        percent,
      }),
    ]),
    before.governed === governed
      ? null
      : change("event.outflow_governed", governedSentence(before.governed, governed), {
          outflowPerMinute: governed,
        }),
  ];
  const changes = told.filter((one) => one !== null);
  const now = { isQueueing, isSoldOut, isRecovering, isFull, isChallenging, governed };
  return { watched: { ...now, hasJumped: false }, changes };
}

function whileRecovering(before: Watched, jumpMs: number): ReturnType<typeof lineChanges> {
  const hasJumped = before.hasJumped || Math.abs(jumpMs) > JUMP_MS;
  const changes = [
    before.isRecovering ? null : change("event.recovering", "The line of {event} is recovering"),
    hasJumped && !before.hasJumped
      ? change("event.clock_jumped", "The clock of Redis jumped at {event}", { byMs: jumpMs })
      : null,
  ];
  const watched = { ...before, isRecovering: true, hasJumped };
  return { watched, changes: changes.filter((one) => one !== null) };
}

function isLineFull(was: boolean, { numbered, lineLimit }: LineSeen): boolean {
  if (lineLimit <= 0) return false;
  return numbered >= (was ? lineLimit * ROOM_SHARE : lineLimit);
}

function areChallengesHigh(was: boolean, challenges: RecentChallenges | null): boolean {
  // Where everybody is asked for one, a share says nothing.
  if (challenges === null) return false;
  const percent = challengedPercent(challenges);
  const { challenged } = challenges;
  return was
    ? challenged >= CHALLENGES.normalCount && percent >= CHALLENGES.normalPercent
    : challenged >= CHALLENGES.highCount && percent >= CHALLENGES.highPercent;
}

function challengedPercent(challenges: RecentChallenges | null): number {
  if (challenges === null || challenges.challenged === 0) return 0;
  const { arrivals, challenged } = challenges;
  return Math.min(100, Math.round((100 * challenged) / Math.max(arrivals, challenged)));
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
