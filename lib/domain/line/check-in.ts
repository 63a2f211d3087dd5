/** When a personal check-in that is only a courtesy is due after the one before. */
export const COURTESY = { leastSeconds: 240, mostSeconds: 360 } as const;

/** More than the estimator can count ahead is never needed. */
const LONGEST_SECONDS = 500;

/**
 * For how long somebody who has checked in counts as waiting: until the next check-in is due at the
 * latest. Where one is asked for in each interval of `checkInSeconds`, that is the end of the next.
 */
export function countedSeconds(checkInSeconds: number | null): number {
  return checkInSeconds === null
    ? COURTESY.mostSeconds
    : Math.min(LONGEST_SECONDS, 2 * checkInSeconds);
}
