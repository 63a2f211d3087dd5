import type { Exchange } from "@/waiting-room/http/http";
import { sealedPlaceCookie } from "@/waiting-room/place/cookies";
import type { Place } from "@/waiting-room/place/place";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Visit } from "@/waiting-room/visit/visit";

/** What an answer hands to the visitor of their place, as far as they do not have it yet. */
export type HandedPlace = {
  readonly cookies: readonly string[];
  /** For the page to keep; null where it has it, or keeps nothing. */
  readonly kept: string | null;
};

/**
 * The place after a question: as a cookie where the browser does not carry it so, and as text for a page that
 * says that it keeps places. `place` is sealed only where it has changed.
 */
export function handOver(
  { sealer }: Pick<ServerContext, "sealer">,
  exchange: Exchange,
  visit: Visit,
  place: Place,
): HandedPlace {
  const { event, carried } = visit;
  const isAsItCame = place === visit.place && carried.text !== null;
  const sealed = isAsItCame ? carried.text : sealer.seal(event, place);
  const isInCookie = isAsItCame && carried.inCookie;
  return {
    cookies: isInCookie ? [] : [sealedPlaceCookie(exchange, event, sealed)],
    kept: carried.kept === null || carried.kept === sealed ? null : sealed,
  };
}
