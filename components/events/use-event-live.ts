import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useNow } from "@/components/shared/use-now";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import { eventLiveKey, fetchEventLive } from "./event-live-query";

/** The console answers many from one read that is up to a second old; together that is about two. */
const POLL_MS = 1_500;
const STALE_AFTER_MISSED_POLLS = 4;

type Options = {
  initial: EventLive | null;
  isPolled?: boolean;
  /** Also in a hidden tab. */
  isPolledUnseen?: boolean;
};

/**
 * An event's live figures, polled while somebody looks at the page, with their age (null before the first).
 * The last ones stay until newer ones arrive; `isStale` is true after four polls in a row have failed.
 */
export function useEventLive(eventId: string, options: Options) {
  const { initial, isPolled = true, isPolledUnseen = false } = options;
  const now = useNow();
  const answeredAgeMs = useRef(0);
  const query = useQuery({
    queryKey: eventLiveKey(eventId),
    queryFn: async ({ signal }) => {
      const { live, ageMs } = await fetchEventLive(eventId, signal);
      answeredAgeMs.current = ageMs;
      return live;
    },
    ...(initial === null ? {} : { initialData: initial }),
    enabled: isPolled,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: isPolledUnseen,
    refetchOnWindowFocus: true,
    retry: false,
  });
  const ageMs = now === null ? 0 : Math.max(0, now - query.dataUpdatedAt + answeredAgeMs.current);
  return {
    live: query.data ?? null,
    ageSeconds: query.data === undefined ? null : Math.floor(ageMs / 1_000),
    hasFailed: query.data === undefined && query.isError,
    isStale: (query.isRefetchError || query.isPaused) && ageMs > POLL_MS * STALE_AFTER_MISSED_POLLS,
  };
}
