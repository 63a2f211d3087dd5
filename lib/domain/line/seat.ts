import type { EventSettings } from "@/lib/domain/event/settings";
import { SEATS } from "./rates";

type Lengths = Pick<EventSettings, "sessionMinutes" | "queueTokenValiditySeconds">;

/** How long a visit holds its seat: the session, and what may pass until the site is reached. */
export function seatMsOf({ sessionMinutes, queueTokenValiditySeconds }: Lengths): number {
  return (sessionMinutes * 60 + queueTokenValiditySeconds) * 1_000 + SEATS.arrivalMs;
}

/** When the session is over of somebody who went to the site at once; their seat lasts a little longer. */
export function sessionEndOf(seatEndsAtMs: number, { queueTokenValiditySeconds }: Lengths): number {
  return seatEndsAtMs - queueTokenValiditySeconds * 1_000 - SEATS.arrivalMs;
}
