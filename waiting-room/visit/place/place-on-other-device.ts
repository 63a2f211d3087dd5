import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Visit } from "@/waiting-room/visit/visit";

/**
 * True for a visitor whose place went to another device. Only places for which a code was made are looked up; while
 * the line does not answer, nothing is said to have moved: entering knows it.
 */
export async function hasMoved(context: ServerContext, { line, place }: Visit): Promise<boolean> {
  if (place === null || place.admission !== null || !place.hasMoveCode) return false;
  return line.moves.hasMoved(place).catch((error: unknown) => {
    context.log(error);
    return false;
  });
}
