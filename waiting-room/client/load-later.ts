import type { Screen } from "./screen";

type Later = typeof import("./later")["later"];

/** By then the visitor's number is shown. */
const SOON_MS = 3_000;
const RETRY_MS = 5_000;

/**
 * Shows what `later.ts` shows; null while that is not there. It is asked for when it is needed first, and at the
 * latest soon after the page; again where it did not come. `then` is called once it is there.
 */
export function loadLater(url: string, then: (later: Later) => void) {
  let loaded: Later | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let tries = 0;
  const load = (): void => {
    const nowMs = performance.now();
    if (loaded !== null || nowMs - askedAtMs < RETRY_MS) return;
    askedAtMs = nowMs;
    tries += 1;
    // Some browsers remember that an address failed.
    const loading: Promise<typeof import("./later")> = import(`${url}#${tries}`);
    loading.then(
      ({ later }) => {
        loaded = later;
        then(later);
      },
      () => undefined,
    );
  };
  setTimeout(load, SOON_MS);
  return (...seen: Parameters<Later["otherScreen"]>): Screen | null => {
    load();
    try {
      return loaded?.otherScreen(...seen) ?? null;
    } catch {
      return null;
    }
  };
}
