import type { Decision } from "../core/decision.ts";
import type { Verdict } from "./verdict.ts";

/** How many requests got each decision since the start. */
export interface DecisionCounts {
  readonly ignored: number;
  readonly passed: number;
  readonly redirected: number;
  readonly cancelled: number;
  /** Let through because no config was ever seen and `failOpen` is true. */
  readonly failedOpen: number;
  /** Answered 503. */
  readonly notReady: number;
}

const COUNTED = {
  ignore: "ignored",
  pass: "passed",
  redirect: "redirected",
  cancel: "cancelled",
} as const;

/** Counts what a connector says. */
export interface DecisionCounter {
  readonly addDecision: (decision: Decision) => void;
  /** Counts those verdicts that rest on no decision. */
  readonly addVerdict: (verdict: Verdict) => void;
  readonly counts: () => DecisionCounts;
}

/** Makes a counter that stands at zero. */
export function countDecisions(): DecisionCounter {
  const counts: { -readonly [Name in keyof DecisionCounts]: number } = {
    ignored: 0,
    passed: 0,
    redirected: 0,
    cancelled: 0,
    failedOpen: 0,
    notReady: 0,
  };
  return {
    addDecision: ({ type }) => {
      counts[COUNTED[type]] += 1;
    },
    addVerdict: ({ answer, headers }) => {
      if (answer?.status === 503) counts.notReady += 1;
      if (headers.some(([name]) => name === "x-queueit-failed")) counts.failedOpen += 1;
    },
    counts: () => ({ ...counts }),
  };
}
