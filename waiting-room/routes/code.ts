import { isFinal } from "@/lib/domain/line/phase";
import { type Exchange, redirect } from "@/waiting-room/http/http";
import {
  codeForm,
  sendMessage,
  toCodeForm,
  waitingPageOf,
} from "@/waiting-room/visit/screens/send-message";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine, whatIsOpen } from "@/waiting-room/visit/visit";

/** `GET /line/{c}/{e}/code`: where a visitor types an access code, in line or not yet, or finds that of their link. */
export async function codePage(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const line = await findLine(context, customerId, eventId);
  const { settings } = line;
  if (isFinal(whatIsOpen(line).phase))
    return redirect(exchange, 303, waitingPageOf(exchange, settings));
  const linked = exchange.query.get("code");
  if (linked) return toCodeForm(exchange, settings, linked);
  sendMessage(exchange, "enter-code", settings, { action: codeForm(exchange, settings) });
}
