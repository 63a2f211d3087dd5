/** One lane as one call saw it. */
export type LaneState = {
  readonly lastNumber: number;
  readonly servingNumber: number;
  /** Inclusive ranges of numbers that nobody holds. */
  readonly holes: readonly (readonly [number, number])[];
  /** Who has a number, was not let in and did not leave. */
  readonly waiting: number;
  /** Those of them who are still there, as far as check-ins tell. */
  readonly present: number;
  /** Random order: the chance of each check-in of one interval. */
  readonly draw: { readonly interval: number; readonly chance: number };
};

/** The line as one call saw it. Numbers are integers, times are line time in milliseconds. */
export type LineState = {
  readonly lineTimeMs: number;
  readonly runId: number;
  readonly settingsVersion: number;
  readonly losses: number;
  readonly admittedLastMinute: number;
  readonly joined: number;
  readonly admitted: number;
  readonly admittedOutsideCap: number;
  readonly holdUntilMs: number;
  readonly seatsTaken: number;
  /** Visitors per minute that are let in now: the set outflow, or what the governor leaves of it. */
  readonly outflowPerMinute: number;
  /** What is left to give away; null where nothing is counted. */
  readonly stock: number | null;
  readonly grants: number | null;
  /** When those who were drawn are called; 0 before the draw and without one. */
  readonly drawOpensAtMs: number;
  /** The signed count of the draw's members; empty before it. */
  readonly drawFreeze: string;
  /** In all lanes. */
  readonly waiting: number;
  readonly present: number;
  /** At least one. */
  readonly lanes: readonly [LaneState, ...LaneState[]];
};

/** What of the line stays the same while nothing happens. */
export type StandingLine = Omit<LineState, "lineTimeMs">;

/** Shared by all lanes without a hole. */
const NO_HOLES: LaneState["holes"] = [];

/** Reads `from:to:mark;…`: what lies above the mark is empty. */
export function parseHoles(text: string): LaneState["holes"] {
  if (text === "") return NO_HOLES;
  return [...text.matchAll(/\d+:(\d+):(\d+);/g)]
    .map(([, to, mark]): [number, number] => [Number(mark) + 1, Number(to)])
    .filter(([from, to]) => from <= to);
}
