import { unlessUnavailable } from "@/waiting-room/line/line-unavailable";
import type { Place } from "@/waiting-room/place/place";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Visit } from "@/waiting-room/visit/visit";

/** Gives back the place that a visitor held before they got this one. */
export async function giveBack(
  context: Pick<ServerContext, "log">,
  { line, place: held }: Visit,
  place: Place,
): Promise<void> {
  const isSame = held?.number === place.number && held.lane === place.lane;
  if (held === null || held.admission !== null || isSame) return;
  await line.leave(held).catch(unlessUnavailable(context.log));
}
