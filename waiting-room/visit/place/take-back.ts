import { randomBytes } from "node:crypto";
import { MOVES_MAX, type Place } from "@/waiting-room/place/place";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Visit } from "@/waiting-room/visit/visit";

/**
 * The place of somebody who has left and takes it back; null where it was given back meanwhile. It moves to this
 * browser as with a code, so that whoever was to give it back finds that it has moved.
 */
export async function takeBack(
  { sealer }: Pick<ServerContext, "sealer">,
  { line, event, place }: Visit,
): Promise<Place | null> {
  if (place === null || place.admission !== null) return null;
  // Nobody gives that of the false queue back.
  if (place.falseCode !== undefined) return place;
  if (place.moves >= MOVES_MAX) return null;
  const codeId = randomBytes(16).toString("base64url");
  const made = await line.moves.make(place, codeId, sealer.seal(event, place));
  const moves = made.type === "made" ? await line.moves.use(codeId) : null;
  return moves === null ? null : { ...place, moves };
}
