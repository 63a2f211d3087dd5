import type { Exchange } from "../http/http";
import type { Room } from "../room";
import { codeForm, sendMessage } from "../visit/send-message";
import { findEvent } from "../visit/visit";

/** `GET /line/{c}/{e}/code`: where a visitor types an access code, in line or not yet. */
export async function codePage(
  room: Room,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const { settings } = await findEvent(room, customerId, eventId);
  sendMessage(exchange, "enter-code", settings, { action: codeForm(exchange, settings) });
}
