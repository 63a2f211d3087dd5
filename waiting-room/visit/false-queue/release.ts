import { hash } from "node:crypto";
import { newPlace } from "@/waiting-room/place/place";
import type { ServerContext } from "../server-context";
import type { Visit } from "../visit";

const JOIN_ID_BYTES = 16;

/**
 * The visit of somebody who was released from the false queue, with a place in the line: the number that comes next,
 * as if they had joined now. However often the false place comes back, it leads to this one. Everybody else's visit is
 * as it was; so is this one while the line is full, closed or does not answer.
 */
export async function releasedVisit(
  context: Pick<ServerContext, "log">,
  visit: Visit,
): Promise<Visit> {
  const { place, carried, ofFalseQueue } = visit;
  if (ofFalseQueue?.isReleased !== true || place === null) return visit;
  const { line: released } = ofFalseQueue;
  const { queueId, lane } = place;
  const name = `released:${queueId}`;
  const joinId = hash("sha256", name, "buffer").subarray(0, JOIN_ID_BYTES);
  const request = { lane, joinId, queueId, tokenKey: name, tokenId: "", codeId: "" };
  const outcome = await released.joinWithCredential(request).catch((error: unknown) => {
    context.log(error);
    return null;
  });
  if (outcome?.type !== "placed") return visit;
  const joined = newPlace({ ...outcome, runId: released.settings.runId });
  released.checkIns.note(outcome.lane);
  return {
    line: released,
    event: visit.event,
    place: { ...joined, moves: outcome.moves },
    carried: { ...carried, text: null },
  };
}
