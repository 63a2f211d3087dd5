/** How often somebody waiting in random order checks in. */
export const RANDOM_ORDER = { intervalMs: 20_000 } as const;

/** Which check-in interval a moment of line time belongs to. */
export function intervalIndex(lineTimeMs: number): number {
  return Math.floor(lineTimeMs / RANDOM_ORDER.intervalMs);
}

/**
 * When the next check-in is due, in milliseconds of line time: an even choice of the next interval,
 * so that each visitor draws exactly once in each interval. `random` is in [0, 1).
 */
export function nextCheckInMs(lineTimeMs: number, random: number): number {
  const { intervalMs } = RANDOM_ORDER;
  return (intervalIndex(lineTimeMs) + 1) * intervalMs + Math.floor(random * intervalMs);
}

/**
 * The chance of each check-in of an interval, fixed before it begins. It aims at as many winners as
 * slots, and at `2·√slots + 1` in stock, so that an interval with few winners wastes no slot;
 * `backlog` is how many winners still have none. From 0 to 1; 1 when nobody is expected.
 */
export function winChance(input: {
  readonly slotsPerInterval: number;
  readonly expectedCheckIns: number;
  readonly backlog: number;
}): number {
  const { slotsPerInterval, expectedCheckIns, backlog } = input;
  if (slotsPerInterval <= 0) return 0;
  const stock = 2 * Math.sqrt(slotsPerInterval) + 1;
  const wanted = Math.max(0, slotsPerInterval + stock - backlog);
  return wanted >= expectedCheckIns ? 1 : wanted / expectedCheckIns;
}

/** Whether a draw in [0, 1) wins; the same draw gives the same answer however often it is shown. */
export function winsInterval(input: { readonly draw: number; readonly chance: number }): boolean {
  return input.draw < input.chance;
}

/** What the keyed hash of a check-in is made of: the visitor and the interval. */
export function drawMessage(queueId: string, interval: number): string {
  return `${queueId}\n${interval}`;
}

/** A draw in [0, 1) from the first 48 bits of a hash. */
export function drawOfHash(hash: Uint8Array): number {
  let value = 0;
  for (const byte of hash.subarray(0, 6)) value = value * 256 + byte;
  return value / 2 ** 48;
}
