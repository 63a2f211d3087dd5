import type { NotPlayed } from "./not-played";

/** Who is let in next: as they came, by chance in each interval, or drawn among those who came before the opening. */
export const REHEARSAL_ORDERS = ["fifo", "random", "draw"] as const;
export type RehearsalOrder = (typeof REHEARSAL_ORDERS)[number];

/** How arrivals rise and fall. */
export const ARRIVAL_SHAPES = ["rush", "bell", "even"] as const;
export type ArrivalShape = (typeof ARRIVAL_SHAPES)[number];

/** How many come in each minute, from the minute in which the first may come. */
export type Arrivals = {
  readonly kind: "curve" | "file" | "run";
  /** Where they come from, in words: "rush of 90 min", "arrivals.csv", "run 4 of Spring Sale". */
  readonly label: string;
  readonly perMinute: readonly number[];
};

/** From a minute on so many are let in. Minutes count from the opening. */
export type OutflowStep = { readonly fromMinute: number; readonly perMinute: number };

/** How the event is run, and what its visitors are like: what two variants of a what-if differ in. */
export type Variant = {
  readonly name: string;
  readonly order: RehearsalOrder;
  /** The first begins with minute 0. */
  readonly outflow: readonly OutflowStep[];
  /** The event opens so many minutes after the first may come. */
  readonly opensAfterMinutes: number;
  /** Half of those who wait longer than this have given up; null: nobody does. */
  readonly patienceMinutes: number | null;
  /** Of the people who join, so many never come back. */
  readonly noShowPercent: number;
  /** Of all who join, so many are bots: they never give up and are always there. */
  readonly botPercent: number;
  /** How many may be on the site at once, and how long each stays; null, and absent in plans that were stored before: any number. */
  readonly site?: { readonly people: number; readonly minutes: number } | null;
};

/** What is played, many times. The same plan has the same outcome. */
export type WhatIfPlan = {
  readonly arrivals: Arrivals;
  /** Nineteen times in twenty, so many more or fewer come in all. */
  readonly uncertaintyPercent: number;
  readonly variants: readonly Variant[];
  readonly seed: number;
  /** What the event had that is left out; absent in plans that were stored before anybody looked. */
  readonly notPlayed?: readonly NotPlayed[];
};

/** A figure in most runs: 5 % of them lie below `low`, 5 % above `high`. */
export type Range = { readonly low: number; readonly middle: number; readonly high: number };

/** One moment of the outcome: it stands for the minutes from here to the next. */
export type OutcomePoint = {
  /** From the opening; negative before it. */
  readonly minute: number;
  /** Who came in one minute. */
  readonly arrivals: number;
  readonly waiting: Range;
  /** How long those who come now wait, in seconds; null where nobody came who got in. */
  readonly wait: { readonly median: number; readonly p95: number } | null;
};

export type VariantOutcome = {
  readonly name: string;
  /** When nobody waits longer than a minute any more, in minutes from the opening; null where some runs never got so far. */
  readonly clearing: Range | null;
  /** Runs in which people still waited when the play ended. */
  readonly uncleared: number;
  readonly peakWaiting: Range;
  /** In seconds, of all people who got in. */
  readonly wait: { readonly median: number; readonly p95: number };
  /** In one run, on average. */
  readonly people: number;
  readonly admitted: number;
  readonly gaveUp: number;
  readonly noShows: number;
  readonly botsAdmitted: number;
  readonly points: readonly OutcomePoint[];
};

export type WhatIfOutcome = {
  readonly runs: number;
  /** Each visitor that was played stands for so many. */
  readonly scale: number;
  readonly variants: readonly VariantOutcome[];
};

/** What a run of the event really was, by its stored minutes. */
export type RealRun = {
  readonly eventName: string;
  readonly run: number;
  /** ISO 8601, UTC. */
  readonly openedAt: string;
  /** How it ended; null while it goes on. It is no measure of how long a line lasts unless it cleared. */
  readonly end: { readonly leftWaiting: number } | null;
  readonly joins: number;
  readonly admitted: number;
  readonly noShows: number;
  readonly peakWaiting: number;
  /** The last minute at whose end somebody waited, from its first; null where nobody ever did. */
  readonly clearedMinute: number | null;
  readonly joinsPerMinute: readonly number[];
  /** At the end of each minute. */
  readonly waitingPerMinute: readonly number[];
  /** It went on after the two days that are told here. */
  readonly isCut: boolean;
};

/** What one rehearsal may be. */
export const WHAT_IF_LIMITS = {
  minutes: 2_880,
  people: 5_000_000,
  perMinute: 1_000_000,
  steps: 20,
  runs: 40,
  fileCharacters: 200_000,
} as const;
