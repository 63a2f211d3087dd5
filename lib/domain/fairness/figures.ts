/** One stored admission. Its time is line time in milliseconds. */
export type FairnessAdmission = {
  readonly admittedAtMs: number;
  readonly lane: number;
  readonly queueNumber: number;
  /** 0 for the admission itself, above it for a token that was given anew. */
  readonly renewal: number;
  readonly redirectType: string;
  readonly queueId: string;
  /** An operator admitted it next. */
  readonly isOutOfTurn: boolean;
};

/** What is counted over a run besides its admissions. All of it stands in minutes of line time since 1970. */
export type FairnessInputs = {
  /** When visitors could be let in first: waits count from here at the earliest. */
  readonly startMs: number;
  /** The outflow by minute, rising; a minute without one has the outflow of the one before. */
  readonly outflow: readonly (readonly [minute: number, perMinute: number])[];
  /** The same to the moment; missing in reports of older versions. */
  readonly inForce?: readonly OutflowMoment[] | undefined;
  /** So many a minute may go straight in while nobody waits; 0 where the outflow alone counts. */
  readonly safetyNetPerMinute: number;
  readonly lanes: readonly FairnessLane[];
};

/** From this line time on no more than so many a minute were in force. */
export type OutflowMoment = readonly [ms: number, perMinute: number];

/** How numbers of a lane were handed out. */
export type FairnessLane = {
  readonly lane: number;
  /** Numbers handed out by minute, rising. */
  readonly joins: readonly (readonly [minute: number, count: number])[];
  /** Ranges of numbers that nobody holds, rising. */
  readonly holes: readonly (readonly [first: number, last: number])[];
};

/** Admissions by the way in. */
export type FairnessTotals = {
  readonly line: number;
  readonly straightIn: number;
  readonly notHeld: number;
  readonly afterEvent: number;
  readonly staffLink: number;
  readonly renewals: number;
  readonly other: number;
  /** From the line, admitted next by an operator: no measure of order or waits counts them. Missing where there is none. */
  readonly outOfTurn?: number | undefined;
};

/** Where most were let in within 60 s, measured by what the outflow allowed; null where nothing tells the outflow. */
export type FairnessMinute = {
  readonly ratio: number;
  readonly admitted: number;
  readonly allowed: number;
  /** The end of these 60 s, line time. */
  readonly atMs: number;
} | null;

export type FairnessOrder = {
  /** Let in after a higher number of their lane. */
  readonly afterHigher: number;
  /** The same by more than ten seconds of outflow: inversions, or people who came late to their turn. */
  readonly inversions: number;
  /** By how many numbers at the most. */
  readonly furthest: number;
};

/** How long those waited who came in from the line; to the minute, because joins are counted by minute. */
export type FairnessWaits = {
  readonly known: number;
  readonly unknown: number;
  /** How many waited less than each of `WAIT_BOUNDS` minutes and not less than the bound before; the last: longer. */
  readonly counts: readonly number[];
  readonly medianMinutes: number | null;
  readonly slowestTenthMinutes: number | null;
  readonly longestMinutes: number | null;
};

/** All that is recomputed from the admissions of a run. */
export type FairnessFigures = {
  readonly rows: number;
  readonly totals: FairnessTotals;
  readonly fullestMinute: FairnessMinute;
  readonly order: FairnessOrder;
  /** Numbers that came in twice; null where numbers lie too far apart to be remembered. */
  readonly numbersTwice: number | null;
  readonly waits: FairnessWaits;
};

/** The bounds of the distribution of waits, in minutes. */
export const WAIT_BOUNDS = [1, 2, 5, 10, 15, 30, 60, 120] as const;

export const MINUTE_MS = 60_000;

/** How many people with a number were admitted. */
export function peopleAdmitted({ line, straightIn, outOfTurn = 0 }: FairnessTotals): number {
  return line + straightIn + outOfTurn;
}

/** Admissions that take a slot of the outflow: from the line, straight in, and tokens given anew. */
export function takesSlot({ redirectType }: FairnessAdmission): boolean {
  return redirectType === "queue" || redirectType === "safetynet";
}
