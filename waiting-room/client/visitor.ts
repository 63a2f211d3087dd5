import type { PublicLine } from "@/lib/domain/line/public-line";
import type { TurnSetting } from "@/lib/domain/turn/turn-setting";
import type { OfferedChallenge } from "@/lib/domain/visitor-api/visitor-api";
import type { Step } from "./answer";
import { NO_WAIT, type Wait } from "./wait";

/** Where a visitor stands with this event. */
export type Place =
  | { readonly kind: "none" }
  | { readonly kind: "full" }
  | Waiting
  | { readonly kind: "going"; readonly redirectUrl: string }
  | { readonly kind: "inside"; readonly redirectUrl: string }
  /** The place went to another device, which the page at this address says. */
  | { readonly kind: "moved"; readonly redirectUrl: string }
  | { readonly kind: "used" }
  | { readonly kind: "again" }
  /** Was let in, and the time on the site is over. */
  | { readonly kind: "sessionEnded" }
  /** Has to solve something first. */
  | { readonly kind: "challenge"; readonly challenge: OfferedChallenge }
  | { readonly kind: "cookies" }
  | { readonly kind: "refused" };

export type Waiting = {
  readonly kind: "waiting";
  readonly number: number;
  readonly turn: boolean;
  /** In line time; null where the server did not say. */
  readonly joinedAtMs: number | null;
  /** What the visitor reads out when asking for help; null where there is none. */
  readonly supportCode: string | null;
  /** The server says that what is for sale may end before this turn. */
  readonly stockMayEnd?: boolean | undefined;
};

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
  /** The server answers, with errors of its own. */
  readonly faulty: boolean;
  /** False while the device has no connection. */
  readonly online: boolean;
  /** The loss count for which `near` has been said. */
  readonly nearLosses: number | null;
  /** How far away it was said. */
  readonly nearFrom: number;
  /** When the server last heard that this visitor waits. */
  readonly checkedInAtMs: number;
  /** False until a check-in has shown that the browser keeps the place. */
  readonly isKept: boolean;
  readonly hidden: boolean;
  /** When the page was touched last. */
  readonly touchedAtMs: number;
  /** What the event asks of whoever's turn has come; null for nothing. */
  readonly confirm: TurnSetting | null;
  /** The visitor has said to be there, or was there when going in began. */
  readonly isHere: boolean;
  /** Since when the turn waits for the visitor; null while it does not. */
  readonly calledAtMs: number | null;
  readonly way: Way | null;
  readonly wait: Wait;
};

/** One lost request is no news. */
export const NEWS_FAILURES = 2;

export const NEVER = Number.POSITIVE_INFINITY;

export const NOTHING_DUE: Readonly<Record<Step, number>> = {
  join: NEVER,
  status: NEVER,
  near: NEVER,
  enter: NEVER,
  line: NEVER,
};

/** A visitor whose page has just loaded: joins, checks in, or watches until the line opens. */
export function newVisitor(
  page: {
    readonly runId: number;
    readonly placed?: boolean;
    readonly joinable?: boolean;
    readonly sessionEnded?: boolean;
    readonly turn?: TurnSetting | null;
  },
  atMs: number,
): Visitor {
  const unplaced: Step = page.joinable ? "join" : "line";
  const first: Step = page.placed ? "status" : unplaced;
  return {
    place: { kind: page.sessionEnded ? "sessionEnded" : "none" },
    runId: page.runId,
    line: null,
    heardAtMs: atMs,
    clockOffsetMs: -NEVER,
    dueAtMs: page.sessionEnded ? NOTHING_DUE : { ...NOTHING_DUE, [first]: atMs },
    failures: 0,
    recovering: false,
    faulty: false,
    online: true,
    nearLosses: null,
    nearFrom: 0,
    checkedInAtMs: -NEVER,
    isKept: false,
    hidden: false,
    touchedAtMs: -NEVER,
    confirm: page.turn ?? null,
    isHere: false,
    calledAtMs: null,
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
  return first === undefined || first.atMs === NEVER ? null : first;
}

/** A visible page counts as looked at for so long after it was touched. */
const WATCHED_MS = 120_000;

/** True while somebody looks at the page, as far as it can know. */
export function isWatched({ hidden, touchedAtMs }: Visitor, atMs: number): boolean {
  return !hidden && atMs - touchedAtMs < WATCHED_MS;
}

/** True while the event wants to hear first that the visitor is there. */
export function mustConfirm({ confirm, isHere, hidden, calledAtMs }: Visitor): boolean {
  if (confirm === null || isHere) return false;
  return confirm.confirm === "always" || hidden || calledAtMs !== null;
}

/** True when the visitor may ask for a slot: the number was called, or the place has won in random order. */
export function isCalled(line: PublicLine, { number, turn }: Waiting): boolean {
  if (line.method === "random") return turn;
  return line.method === "passthrough" || number <= line.serving;
}

export function due(visitor: Visitor, step: Step, atMs: number): Visitor {
  return { ...visitor, dueAtMs: { ...visitor.dueAtMs, [step]: atMs } };
}
