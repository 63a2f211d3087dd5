import { aheadOf } from "@/lib/domain/line/distance";
import type { PublicLine } from "@/lib/domain/line/public-line";
import type { EventLine } from "@/waiting-room/line/event-line";
import { LineUnavailable } from "@/waiting-room/line/line-unavailable";
import type { Place } from "@/waiting-room/place/place";
import type { ServerContext } from "@/waiting-room/visit/server-context";

/**
 * Counts the check-in of a visitor with a place. Gives the place back as it is then: with the moment of the
 * check-in, where check-ins decide something. `leftMs` is for how long the visitor still counted.
 */
export function checkIn(
  context: ServerContext,
  line: EventLine,
  place: Place,
  leftMs: number,
): Place {
  const seen = place.admission === null ? seenNow(context, line, place) : place;
  if (line.settings.method !== "random" || seen !== place)
    line.checkIns.note(place.lane, { leftMs });
  return seen;
}

/** The place of somebody who waits, with the moment of this check-in where check-ins decide something. */
export function seenNow(context: ServerContext, line: EventLine, place: Place): Place {
  if (line.settings.method === "random") return context.randomDraw.checkIn(line, place);
  return line.settings.absenceMinutes === null ? place : { ...place, seenAtMs: line.lineNow() };
}

/**
 * Says that a visitor who has come near the front is there; true where that was said. Whoever holds a key says so
 * with it, by a question of its own.
 */
export function confirmNear(
  context: ServerContext,
  line: EventLine,
  place: Place,
  shown: PublicLine,
): boolean {
  if (
    place.admission !== null ||
    place.keyPrint !== null ||
    aheadOf(shown, place.number) > shown.near
  )
    return false;
  line.confirmPresence(place).catch((error: unknown) => {
    if (!(error instanceof LineUnavailable)) context.log(error);
  });
  return true;
}
