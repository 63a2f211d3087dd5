const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after each failed attempt the next is made; then again and again with the last of them. */
const AFTER_MS = [
  ...[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS],
] as const;
const LAST_MS = AFTER_MS[AFTER_MS.length - 1] ?? HOUR_MS;
/** So much earlier or later, so that not all receivers of a site that comes back are sent everything at once. */
const JITTER = 0.2;
/** A receiver that asks for more patience than this is asked anyway. */
const RETRY_AFTER_MAX_MS = HOUR_MS;

/** An endpoint that has taken nothing for so long is turned off. */
export const GIVEN_UP_AFTER_MS = 72 * HOUR_MS;

/**
 * How long to wait after the attempt that failed as number `attempts` (from 1). `random` is in [0, 1). `retryAfterMs` is
 * what the receiver asked for; it can only lengthen the wait, to an hour at most.
 */
export function retryDelayMs(attempts: number, random: number, retryAfterMs = 0): number {
  const planned = AFTER_MS[attempts - 1] ?? LAST_MS;
  const jittered = Math.round(planned * (1 - JITTER + 2 * JITTER * random));
  return Math.max(jittered, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS));
}

/** Of a Retry-After header (RFC 9110 §10.2.3), seconds or a date, in milliseconds from now; 0 for anything else. */
export function readRetryAfterMs(header: string | undefined, nowMs: number): number {
  if (header === undefined) return 0;
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) * SECOND_MS : null;
  const ms = seconds ?? Date.parse(header) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
