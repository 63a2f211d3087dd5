/** Resolves after so many milliseconds; at once for a moment that has passed. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}

/** Asks every 50 ms until the answer is true; throws one sentence when it never is. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  timeoutMs = 30_000,
): Promise<void> {
  const endsAtMs = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > endsAtMs) throw new Error(`Waited in vain until ${what}.`);
    await sleep(50);
  }
}
