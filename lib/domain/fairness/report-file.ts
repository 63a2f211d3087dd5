import type { FairnessCommitment, FairnessStep } from "./admission-digests";
import {
  type FairnessFigures,
  type FairnessInputs,
  type FairnessMinute,
  type FairnessOrder,
  type FairnessTotals,
  type FairnessWaits,
  type OutflowMoment,
  WAIT_BOUNDS,
} from "./figures";
import {
  anyOf,
  atLeast,
  integer,
  list,
  matching,
  nullable,
  number,
  object,
  ShapeError,
  text,
  tuple,
} from "./shape";

export const FAIRNESS_FORMAT = "stanchion-fairness/1";
export const FAIRNESS_TAG = `${FAIRNESS_FORMAT}\n`;

export type FairnessPeople = {
  readonly arrived: number;
  readonly turnedAway: number;
  readonly joined: number;
  readonly admitted: number;
  readonly waiting: number;
  readonly left: number;
  readonly noShows: number;
  readonly removed: number;
};

export type FairnessDraw = {
  /** Names the draw: SHA-256 of its commitment. */
  readonly commitment: string;
  /** SHA-256 of the published draw. */
  readonly file: string;
  readonly members: number;
  readonly verdict: "provable" | "not-provable" | "tampered";
  /** What the check found, in its own codes. */
  readonly findings: readonly string[];
};

/** A published fairness report without its signature. */
export type FairnessReport = {
  readonly format: typeof FAIRNESS_FORMAT;
  readonly customer: { readonly id: string; readonly name: string };
  readonly event: { readonly id: string; readonly name: string };
  readonly run: number;
  /** Of the database, so that a check finds the run. */
  readonly runKey: string;
  /** `fifo`, `random`, `passthrough` or `reject`: in random order nobody is before anybody. */
  readonly method: string;
  readonly openedAtMs: number;
  readonly endedAtMs: number;
  /** Admissions before this line time are counted. */
  readonly countedThroughMs: number;
  readonly writtenAtMs: number;
  readonly startMs: number;
  readonly safetyNetPerMinute: number;
  readonly outflow: FairnessInputs["outflow"];
  readonly figures: FairnessFigures;
  readonly admissions: FairnessCommitment;
  readonly draw: FairnessDraw | null;
  /** From these milliseconds on so much was in force; reports of older versions tell it by the minute alone. */
  readonly inForce?: readonly OutflowMoment[];
  /** What became of everybody; reports of older versions have none. */
  readonly people?: FairnessPeople;
  readonly publicKey: string;
};

const count = atLeast(0);
const hash = matching(/^[\da-f]{64}$/);
const pairs = list(tuple<readonly [number, number]>(integer, count));

const figures = object<FairnessFigures>({
  rows: count,
  totals: object<FairnessTotals>(
    {
      line: count,
      straightIn: count,
      notHeld: count,
      afterEvent: count,
      staffLink: count,
      renewals: count,
      other: count,
      /** Only where there is one; older versions counted it with "line". */
      outOfTurn: count,
    },
    ["outOfTurn"],
  ),
  fullestMinute: nullable(
    object<NonNullable<FairnessMinute>>({
      ratio: number,
      admitted: count,
      allowed: count,
      atMs: integer,
    }),
  ),
  order: object<FairnessOrder>({ afterHigher: count, inversions: count, furthest: count }),
  numbersTwice: nullable(count),
  waits: object<FairnessWaits>({
    known: count,
    unknown: count,
    counts: list(count, WAIT_BOUNDS.length + 1),
    medianMinutes: nullable(count),
    slowestTenthMinutes: nullable(count),
    longestMinutes: nullable(count),
  }),
});

/** The fields in the order in which they stand in the file. */
const BODY = {
  format: anyOf(FAIRNESS_FORMAT),
  customer: object<FairnessReport["customer"]>({ id: text, name: text }),
  event: object<FairnessReport["event"]>({ id: text, name: text }),
  run: atLeast(1),
  runKey: text,
  method: text,
  openedAtMs: integer,
  endedAtMs: integer,
  countedThroughMs: integer,
  writtenAtMs: integer,
  startMs: integer,
  safetyNetPerMinute: count,
  outflow: pairs,
  figures,
  admissions: object<FairnessCommitment>({
    stepMs: atLeast(1_000),
    steps: list(tuple<FairnessStep>(integer, count, hash)),
    digest: hash,
  }),
  draw: nullable(
    object<FairnessDraw>({
      commitment: hash,
      file: hash,
      members: count,
      verdict: anyOf("provable", "not-provable", "tampered"),
      findings: list(text),
    }),
  ),
  inForce: pairs,
  people: object<FairnessPeople>({
    arrived: count,
    turnedAway: count,
    joined: count,
    admitted: count,
    waiting: count,
    left: count,
    noShows: count,
    removed: count,
  }),
  publicKey: matching(/^[\w-]{43}$/),
};
const OPTIONAL = ["inForce", "people"] as const;

const body = object<FairnessReport>(BODY, OPTIONAL);
const signed = object<FairnessReport & { readonly signature: string }>(
  { ...BODY, signature: matching(/^[\da-f]{128}$/) },
  OPTIONAL,
);

/** The text that is signed: one line of JSON without spaces, its fields in the order of `BODY`. */
export function fairnessText(report: FairnessReport): string {
  return JSON.stringify(body(report, ""));
}

/** The file: that text with the signature as its last field, and a line feed. */
export function fairnessFile(report: FairnessReport, signature: string): string {
  return `${fairnessText(report).slice(0, -1)},"signature":${JSON.stringify(signature)}}\n`;
}

type ReadFile =
  | { readonly ok: true; readonly report: FairnessReport; readonly signature: string }
  | { readonly ok: false; readonly reason: string };

/** A file that is not written exactly as `fairnessFile` writes it is refused with the reason. */
export function readFairnessFile(file: string): ReadFile {
  try {
    const { signature, ...report } = signed(JSON.parse(file), "");
    if (fairnessFile(report, signature) !== file)
      return { ok: false, reason: "not in canonical form" };
    return { ok: true, report, signature };
  } catch (error) {
    if (error instanceof ShapeError) return { ok: false, reason: error.message };
    if (error instanceof SyntaxError) return { ok: false, reason: "not JSON" };
    throw error;
  }
}
