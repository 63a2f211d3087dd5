import type { PublicLine } from "@/lib/domain/line/public-line";
import type { Step } from "./answer";
import { NO_WAIT, type Wait } from "./wait";

/** Where a visitor stands with this event. */
export type Place =
  | { readonly kind: "none" }
  | { readonly kind: "full" }
  | { readonly kind: "waiting"; readonly number: number; readonly turn: boolean }
  | { readonly kind: "going"; readonly redirectUrl: string }
  | { readonly kind: "inside"; readonly redirectUrl: string }
  /** The place went to another device, which the page at this address says. */
  | { readonly kind: "moved"; readonly redirectUrl: string }
  | { readonly kind: "used" }
  | { readonly kind: "again" }
  | { readonly kind: "soldOut" }
  | { readonly kind: "cookies" }
  | { readonly kind: "refused" };

/** How far the visitor has come: the first `ahead` of this place, and the largest share done. */
export type Way = { readonly from: number; readonly best: number };

/**
 * All that the page knows. Times ending in `AtMs` are on the browser's monotonic clock; line time
 * is that plus `clockOffsetMs`.
 */
export type Visitor = {
  readonly place: Place;
  readonly runId: number;
  readonly line: PublicLine | null;
  /** When the server was last heard. */
  readonly heardAtMs: number;
  readonly clockOffsetMs: number;
  /** When each question is to be asked; Infinity for those that are not. */
  readonly dueAtMs: Readonly<Record<Step, number>>;
  /** Failures in a row. */
  readonly failures: number;
  /** The server answers, and says that it is recovering. */
  readonly recovering: boolean;
  /** The loss count for which `near` has been said. */
  readonly nearLosses: number | null;
  /** When the server last heard that this visitor waits. */
  readonly checkedInAtMs: number;
  /** False until a check-in has shown that the browser keeps the place. */
  readonly isKept: boolean;
  readonly hidden: boolean;
  readonly way: Way | null;
  readonly wait: Wait;
};

/** One lost request is no news. */
export const NEWS_FAILURES = 2;

export const NOTHING_DUE: Readonly<Record<Step, number>> = {
  join: Number.POSITIVE_INFINITY,
  status: Number.POSITIVE_INFINITY,
  near: Number.POSITIVE_INFINITY,
  enter: Number.POSITIVE_INFINITY,
  line: Number.POSITIVE_INFINITY,
};

/** A visitor whose page has just loaded: joins, checks in, or watches until the line opens. */
export function newVisitor(
  page: { readonly runId: number; readonly placed: boolean; readonly joinable: boolean },
  atMs: number,
): Visitor {
  const unplaced: Step = page.joinable ? "join" : "line";
  const first: Step = page.placed ? "status" : unplaced;
  return {
    place: { kind: "none" },
    runId: page.runId,
    line: null,
    heardAtMs: atMs,
    clockOffsetMs: Number.NEGATIVE_INFINITY,
    dueAtMs: { ...NOTHING_DUE, [first]: atMs },
    failures: 0,
    recovering: false,
    nearLosses: null,
    checkedInAtMs: Number.NEGATIVE_INFINITY,
    isKept: false,
    hidden: false,
    way: null,
    wait: NO_WAIT,
  };
}

/** The next question and when to ask it, or null when there is nothing left to ask. */
export function nextStep(visitor: Visitor): { readonly step: Step; readonly atMs: number } | null {
  const order = ["enter", "near", "status", "join", "line"] as const;
  const [first] = order
    .map((step) => ({ step, atMs: visitor.dueAtMs[step] }))
    .sort((one, other) => one.atMs - other.atMs);
  return first === undefined || first.atMs === Number.POSITIVE_INFINITY ? null : first;
}
