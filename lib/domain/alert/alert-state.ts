import { type QuietHours, quietUntilMs } from "./quiet-hours";

export const ALERT_SEVERITIES = ["info", "warning", "critical"] as const;

export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

/** When a rule tells of what it watches. */
export type AlertTiming = {
  readonly severity: AlertSeverity;
  /** It has to last for so long. */
  readonly afterMinutes: number;
  /** Further happenings within this time after a notice are told in one. */
  readonly groupMinutes: number;
  readonly quiet: QuietHours | null;
};

/** Where one alert stands: what is so, and what receivers were told. */
export type AlertState = {
  /** False: it only happens, and is never over. */
  readonly canResolve: boolean;
  readonly isOpen: boolean;
  /** Receivers were told that it is open, and not that it is over. */
  readonly isTold: boolean;
  readonly sinceMs: number;
  /** Happenings that receivers were not told of yet. */
  readonly untold: number;
  /** Until then, no further happening is told of. */
  readonly groupUntilMs: number;
};

export const ALERT_NOTICES = ["opened", "repeated", "resolved"] as const;

export type AlertNoticeKind = (typeof ALERT_NOTICES)[number];

/** What follows: whether to tell something, of how many happenings, and when to look again. */
export type AlertStep = {
  /** Null: it is over, and all is told. */
  readonly state: AlertState | null;
  readonly tell: { readonly kind: AlertNoticeKind; readonly count: number } | null;
  /** Null: not before something happens. */
  readonly dueAtMs: number | null;
};

const MINUTE_MS = 60_000;

/** The state after it happened, for the first time or again. */
export function happened(
  before: AlertState | null,
  { canResolve, atMs }: { readonly canResolve: boolean; readonly atMs: number },
): AlertState {
  if (before === null) {
    return {
      ...{ canResolve, isOpen: true, isTold: false, sinceMs: atMs, untold: 1, groupUntilMs: 0 },
    };
  }
  const sinceMs = before.isOpen ? before.sinceMs : atMs;
  return { ...before, isOpen: true, sinceMs, untold: before.untold + 1 };
}

/** The state once it is over. */
export function resolved(before: AlertState): AlertState {
  return { ...before, isOpen: false };
}

/**
 * What is told of an alert now. What opens waits until it has lasted, until the time of the notice before is over, and for
 * the end of quiet hours, unless it is critical. Resolved is told at once, even in quiet hours: somebody may be working on
 * it. Of what was never told, nobody hears that it is over.
 */
export function decideAlert(state: AlertState, timing: AlertTiming, nowMs: number): AlertStep {
  if (!state.isOpen) return decideClosed(state, nowMs);
  if (state.untold === 0) return waitOn(state, nowMs);
  const lastsFromMs = state.isTold ? 0 : state.sinceMs + timing.afterMinutes * MINUTE_MS;
  const fromMs = Math.max(lastsFromMs, state.groupUntilMs);
  if (nowMs < fromMs) return { state, tell: null, dueAtMs: fromMs };
  const quietMs = timing.severity === "critical" ? null : quietUntilMs(timing.quiet, nowMs);
  if (quietMs !== null) return { state, tell: null, dueAtMs: quietMs };
  const groupUntilMs = nowMs + timing.groupMinutes * MINUTE_MS;
  const told = { ...state, isTold: true, untold: 0, groupUntilMs };
  const kind = state.isTold ? "repeated" : "opened";
  return { ...waitOn(told, nowMs), tell: { kind, count: state.untold } };
}

/** All is told: what only happens is over with its group. */
function waitOn(state: AlertState, nowMs: number): AlertStep {
  if (state.canResolve) return { state, tell: null, dueAtMs: null };
  const isOver = nowMs >= state.groupUntilMs;
  return { state: isOver ? null : state, tell: null, dueAtMs: isOver ? null : state.groupUntilMs };
}

function decideClosed(state: AlertState, nowMs: number): AlertStep {
  const isOver = nowMs >= state.groupUntilMs;
  return {
    // Of what was held back and is over, those who are told of the next time learn the number.
    state: isOver ? null : { ...state, isTold: false, untold: state.isTold ? 0 : state.untold },
    tell: state.isTold ? { kind: "resolved", count: 1 } : null,
    dueAtMs: isOver ? null : state.groupUntilMs,
  };
}
