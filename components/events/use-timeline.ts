import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { TimelineRange } from "@/lib/domain/figures/timeline";
import type { Timeline } from "@/lib/services/operation/figures/read-timeline";

export const timelineKey = (eventId: string) => ["timeline", eventId] as const;

/** What part of an event's past somebody looks at. */
export type TimelineChoice = {
  readonly range: TimelineRange;
  /** Null: whatever runs now. */
  readonly run: number | null;
  readonly lane: number | null;
  /** A part that they look into. */
  readonly part: { readonly fromMs: number; readonly untilMs: number } | null;
};

const POLL_MS = 10_000;
const ANSWER_WITHIN_MS = 10_000;

/** An event's timeline, asked for anew every ten seconds while somebody looks at it and it may change. */
export function useTimeline(eventId: string, choice: TimelineChoice) {
  const isOver = choice.part !== null;
  return useQuery({
    queryKey: [...timelineKey(eventId), choice],
    queryFn: async ({ signal }) => {
      const response = await fetch(`/api/v1/events/${eventId}/timeline?${queryOf(choice)}`, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
        cache: "no-store",
      });
      if (!response.ok) throw new Error(`The timeline returned ${response.status}.`);
      // Written by this console's own route from the same type.
      return (await response.json()) as Timeline;
    },
    placeholderData: keepPreviousData,
    refetchInterval: isOver ? false : POLL_MS,
    refetchIntervalInBackground: false,
    retry: 1,
  });
}

function queryOf({ range, run, lane, part }: TimelineChoice): URLSearchParams {
  const query = new URLSearchParams({ range });
  if (run !== null) query.set("run", String(run));
  if (lane !== null) query.set("lane", String(lane));
  if (part !== null) {
    query.set("from", new Date(part.fromMs).toISOString());
    query.set("until", new Date(part.untilMs).toISOString());
  }
  return query;
}
