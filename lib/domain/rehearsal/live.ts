/** A crowd of test visitors and what they meet. */
export type LivePlan = {
  readonly people: number;
  /** All have come after so long. */
  readonly arriveSeconds: number;
  readonly outflowPerMinute: number;
  /** So many join and never come back. */
  readonly noShowPercent: number;
  /** Everybody goes home then, whoever still waits. */
  readonly minutes: number;
};

/** How the crowd stands at a moment, in seconds since the first came. */
export type LivePoint = {
  readonly second: number;
  readonly arrived: number;
  readonly waiting: number;
  readonly admitted: number;
};

export type LiveOutcome = LivePoint & {
  readonly people: number;
  readonly noShows: number;
  /** What should not have happened; the first few of them in words. */
  readonly errors: number;
  readonly problems: readonly string[];
  /** In seconds, of all who got in; null before the first. */
  readonly wait: { readonly median: number; readonly p95: number } | null;
  readonly points: readonly LivePoint[];
  /** Absent in rehearsals of earlier versions. */
  readonly checks?: LiveChecks;
};

/** What visitors met that the line and the connector promise. */
export type LiveChecks = {
  /** Who was given a token. */
  readonly tokens: number;
  /** The most of them within 60 seconds. */
  readonly fullestMinute: number;
  /** Who came in after somebody with a number far above theirs; null where there is no order. */
  readonly overtaken: number | null;
  /** The 95th percentile of the waiting room's answers, but for those that it holds back on purpose. */
  readonly answerMs: number | null;
  /** Had a token, and the site did not accept it. */
  readonly refused: number;
  /** Got to the site without a token. */
  readonly letPast: number;
};

/** What one live rehearsal may be; there is one at a time in an installation. */
export const LIVE_LIMITS = { people: 1_000, minutes: 15, arriveSeconds: 600 } as const;

/** What the one click plays: a sale that is over within two minutes, and in which most have to wait. */
export const QUICK_LIVE: LivePlan = {
  people: 150,
  arriveSeconds: 20,
  outflowPerMinute: 100,
  noShowPercent: 5,
  minutes: 4,
};

/** Stands before the name of a copy, so that every page, mail and log says what it is. */
export const TEST_COPY_MARK = "Test:";
