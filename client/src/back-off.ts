const FIRST_WAIT_MS = 250;
const WAIT_MAX_MS = 8_000;
/** Nobody waits longer in the middle of a call: the refusal is told instead. */
const TOLD_WAIT_MAX_MS = 60_000;

/**
 * How long to wait before the next attempt: what `Retry-After` says, else a random part of a time that doubles. Null where
 * the server wants more patience than a call has.
 */
export function backOffMs(attempt: number, retryAfter: string | null): number | null {
  const told = toldMs(retryAfter);
  // What everybody is told at once would bring them back at once.
  if (told !== null) return told > TOLD_WAIT_MAX_MS ? null : told + Math.random() * FIRST_WAIT_MS;
  return Math.random() * Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** attempt);
}

/** Seconds, or a date as HTTP writes it. */
function toldMs(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** Rejects with the reason of the signal when it is aborted meanwhile. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
