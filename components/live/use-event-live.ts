"use client";

import { useQuery } from "@tanstack/react-query";
import type { EventLive } from "@/lib/services/event/get-live";
import { eventLiveKey, fetchEventLive } from "./event-live-query";
import { useNow } from "./use-now";

const POLL_MS = 2_000;
const STALE_AFTER_MISSED_POLLS = 3;

type Options = { initial: EventLive | null; isPolled?: boolean };

/**
 * An event's live figures, polled every two seconds while somebody looks at the page. The last ones
 * stay until newer ones arrive; `isStale` is true after three polls in a row have failed.
 */
export function useEventLive(eventId: string, { initial, isPolled = true }: Options) {
  const now = useNow();
  const query = useQuery({
    queryKey: eventLiveKey(eventId),
    queryFn: ({ signal }) => fetchEventLive(eventId, signal),
    ...(initial === null ? {} : { initialData: initial }),
    enabled: isPolled,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    retry: false,
  });
  const ageMs =
    now === null || query.dataUpdatedAt === 0 ? 0 : Math.max(0, now - query.dataUpdatedAt);
  return {
    live: query.data ?? null,
    ageSeconds: Math.floor(ageMs / 1_000),
    hasFailed: query.data === undefined && query.isError,
    isStale: (query.isRefetchError || query.isPaused) && ageMs > POLL_MS * STALE_AFTER_MISSED_POLLS,
  };
}
