/** The same failure is told at most once in so long. */
const WINDOW_MS = 5_000;
/** Failures that differ by more than numbers; beyond, all count as one. */
const KINDS_MAX = 100;

/**
 * Lets the first of a failure through, and in its place after some seconds the number of those that were the same. `tell` is called
 * with 0 the first time. Failures are the same when their texts are, whatever numbers and hashes stand in them.
 */
export function tellSameOnce(windowMs = WINDOW_MS) {
  const repeated = new Map<string, number>();
  return (text: string, tell: (repeated: number) => void): void => {
    const kind = text.replace(/[0-9a-f]{8,}|[0-9]+/g, "0");
    const key = repeated.has(kind) || repeated.size < KINDS_MAX ? kind : "others";
    const count = repeated.get(key);
    if (count !== undefined) {
      repeated.set(key, count + 1);
      return;
    }
    tell(0);
    repeated.set(key, 0);
    const later = () => {
      const more = repeated.get(key) ?? 0;
      if (more === 0) return repeated.delete(key);
      tell(more);
      repeated.set(key, 0);
      return setTimeout(later, windowMs).unref();
    };
    setTimeout(later, windowMs).unref();
  };
}
