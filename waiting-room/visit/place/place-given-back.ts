import { LineUnavailable } from "@/waiting-room/line/line-unavailable";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Visit } from "@/waiting-room/visit/visit";

/** What a program keeps that has no place: it says so of itself in the header of its next question. */
export const NO_PLACE = "-";

/** What an answer hands to a program whose place is gone; nothing to whoever keeps no places. */
export function withoutPlace({ carried }: Visit): { readonly kept?: string } {
  return carried.kept === null ? {} : { kept: NO_PLACE };
}

/** True for a place in line that its visitor gave back, as far as the line answers. Asks it, so not at every check-in. */
export async function isGivenBack(
  { log }: Pick<ServerContext, "log">,
  { line, place }: Visit,
): Promise<boolean> {
  if (place === null || place.admission !== null || place.falseCode !== undefined) return false;
  return line.seatEnd(place).then(
    (endsAtMs) => endsAtMs < 0,
    (error: unknown) => {
      if (!(error instanceof LineUnavailable)) log(error);
      return false;
    },
  );
}
