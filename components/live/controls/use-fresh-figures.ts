import { useQueryClient } from "@tanstack/react-query";
import { eventLiveKey } from "@/components/events/event-live-query";
import { timelineKey } from "@/components/events/use-timeline";

/** Answers a function that asks for an event's figures anew, after something that the settings do not show. */
export function useFreshFigures(eventId: string): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [eventLiveKey(eventId), timelineKey(eventId)]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
