import type { Logger } from "@/lib/platform/observability/logger";
import { listOpenEvents, type OpenEvent } from "@/lib/services/run/open-events";

const FRESH_MS = 2_000;

/** The open events as a process knows them. */
export type OpenEventsView = { readonly get: () => Promise<readonly OpenEvent[]> };

/**
 * Reads the open events at most every two seconds. While Postgres is away it keeps the last list, so that
 * lines are still ticked; a refresh that hangs holds up only the first who asks.
 */
export function createOpenEventsView(log: Logger): OpenEventsView {
  let known: readonly OpenEvent[] | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    try {
      known = await listOpenEvents();
      readAtMs = performance.now();
    } catch (error) {
      log.error({ error }, "The open events could not be read; the last list is kept.");
    } finally {
      refreshing = null;
    }
  }

  return {
    get: async () => {
      if (performance.now() - readAtMs >= FRESH_MS) {
        refreshing ??= refresh();
        if (known === null) await refreshing;
      }
      return known ?? [];
    },
  };
}
