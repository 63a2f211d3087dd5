import { AGE_HEADER } from "@/lib/http/age-header";
import type { EventLive } from "@/lib/services/operation/live/get-live";

export const eventLiveKey = (eventId: string) => ["event-live", eventId] as const;

const ANSWER_WITHIN_MS = 5_000;

type DatedLive = { readonly live: EventLive; readonly ageMs: number };

/** Reads an event's live figures, and how old they were. Throws when the console answers with anything else. */
export async function fetchEventLive(eventId: string, signal: AbortSignal): Promise<DatedLive> {
  const response = await fetch(`/api/v1/events/${eventId}/snapshot`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    cache: "no-store",
  });
  if (!response.ok) throw new Error(`The snapshot returned ${response.status}.`);
  // Written by this console's own route from the same type.
  const live = (await response.json()) as EventLive;
  return { live, ageMs: Number(response.headers.get(AGE_HEADER) ?? 0) };
}
