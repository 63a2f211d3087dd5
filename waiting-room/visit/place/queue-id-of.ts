import { hash } from "node:crypto";
import type { Place } from "@/waiting-room/place/place";
import type { Visit } from "@/waiting-room/visit/visit";

/** A repeated join gets the same queue id as well: one number has one, however often its join was sent. */
export function queueIdOf(
  { event, line }: Visit,
  { lane, number }: Pick<Place, "lane" | "number">,
  joinId: Buffer,
): string {
  const { customerId, eventId } = event;
  const name = `${customerId}/${eventId}/${line.settings.runId}/${lane}/${number}`;
  const hex = hash("sha256", `${name} ${joinId.toString("base64url")}`, "hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
