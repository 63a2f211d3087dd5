/** How often somebody waiting in random order checks in. */
export const RANDOM_ORDER = { intervalMs: 20_000 } as const;

/** Which check-in interval a moment of line time belongs to. */
export function intervalIndex(lineTimeMs: number): number {
  return Math.floor(lineTimeMs / RANDOM_ORDER.intervalMs);
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
