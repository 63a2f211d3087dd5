import { type Exchange, redirect } from "@/waiting-room/http/http";
import type { MessageCode } from "@/waiting-room/http/messages";
import { placeCookie } from "@/waiting-room/place/cookies";
import { admittedUrl, noteReturn } from "@/waiting-room/visit/admission/admission";
import { sendInsidePage } from "@/waiting-room/visit/screens/inside-page";
import { sendMessage, tryAgain } from "@/waiting-room/visit/screens/send-message";
import { servePage } from "@/waiting-room/visit/screens/serve-page";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine, readVisit, standingOrKnown } from "@/waiting-room/visit/visit";

const CODES: ReadonlyMap<string, MessageCode> = new Map<string, MessageCode>([
  ["hash", "token-hash"],
  ["timestamp", "token-timestamp"],
  ["eventid", "token-eventid"],
  ["ip", "token-ip"],
  ["qidlimit", "token-qidlimit"],
  ["connector/sessionstate", "session-state"],
  ["cookies", "cookies-needed"],
]);

/**
 * `GET /error/{code}`: where connectors send a visitor whose token they refuse. A visitor with an admission
 * gets a token signed with the current secret, or may renew the admission; everybody else reads why and may
 * join. The third return ends at a page that says what is wrong, so there is never a loop.
 */
export async function connectorError(
  context: ServerContext,
  exchange: Exchange,
  [code]: readonly string[],
): Promise<void> {
  const message = CODES.get(code ?? "") ?? "token-other";
  const { query } = exchange;
  const line = await findLine(context, exchange.customerId, query.get("e"));
  const visit = readVisit(context, exchange, line);
  const standing = await standingOrKnown(context, visit);
  if (standing.type === "renewable") return servePage(context, exchange, visit);
  if (standing.type === "inside")
    return sendInsidePage(exchange, { visit, untilMs: standing.untilMs, target: query.get("t") });
  if (standing.type === "admitted") {
    const returned = noteReturn(standing.place, standing.admission);
    if (returned === null) {
      const action = tryAgain(exchange, line.settings);
      return sendMessage(exchange, refusedAgain(message), line.settings, { action });
    }
    const location = await admittedUrl(context, { line, exchange }, standing, query.get("t"));
    const cookie = placeCookie(exchange, context.sealer, visit.event, returned);
    return redirect(exchange, 302, location, [cookie]);
  }
  sendMessage(exchange, message, line.settings);
}

/** The message when a fresh token was refused as well. */
function refusedAgain(message: MessageCode): MessageCode {
  return message === "token-ip" ? message : "pass-refused";
}

const FAULTS: ReadonlyMap<string, MessageCode> = new Map<string, MessageCode>([
  ["setup", "connector-setup"],
  ["hash", "connector-hash"],
  ["timestamp", "connector-timestamp"],
]);

/**
 * `GET [/{c}]/diagnostics/connector/error/?code=`: where a connector sends whoever opens a diagnostics link
 * that it cannot verify. Public connectors have another host built in: they come here only where that name
 * points to this server.
 */
export async function connectorFault(_context: ServerContext, exchange: Exchange): Promise<void> {
  sendMessage(exchange, FAULTS.get(exchange.query.get("code") ?? "") ?? "connector-other", null);
}
