/** Above this multiple of what is in force a figure is more likely a slip than a plan. */
const LARGE_RAISE = 2;

/** What a new outflow does to an open line in its first minute. */
export type OutflowRaise = {
  /** More than twice what is in force: to be asked about first. */
  readonly isLarge: boolean;
  /** So many of those who wait now are admitted within a minute, at most; before and after the change. */
  readonly admittedBefore: number;
  readonly admittedAfter: number;
};

/** `from` and `to` in visitors a minute, at least 1; `waiting` of now. */
export function outflowRaise(change: {
  readonly from: number;
  readonly to: number;
  readonly waiting: number;
}): OutflowRaise {
  const { from, to, waiting } = change;
  return {
    isLarge: to > LARGE_RAISE * from,
    admittedBefore: Math.min(from, waiting),
    admittedAfter: Math.min(to, waiting),
  };
}
