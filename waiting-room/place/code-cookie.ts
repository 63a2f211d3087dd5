import type { WireRef } from "@/lib/line/keys";
import type { Exchange } from "@/waiting-room/http/http";
import { type CookieEvent, cookie, cookieValues, prefix } from "./cookies";

/** So long the code of a link stands in the form that asks for one: who opens it early may have to wait for the start. */
const KEPT_SECONDS = 24 * 3_600;
const CODE_MAX = 100;

/** The code of the link that led here; "" for none. */
export function readLinkedCode(exchange: Exchange, event: WireRef): string {
  const value = cookieValues(exchange, nameOf(exchange, event))[0] ?? "";
  return Buffer.from(value, "base64url").toString("utf8").slice(0, CODE_MAX);
}

/** Keeps the code of a link, so that its address can be left behind. */
export function linkedCodeCookie(exchange: Exchange, event: CookieEvent, code: string): string {
  const name = nameOf(exchange, event);
  const value = Buffer.from(code.slice(0, CODE_MAX)).toString("base64url");
  return cookie(exchange, event, { name, value, maxAgeSeconds: KEPT_SECONDS });
}

/** Forgets the code of a link once it was used, so that the next person at this browser does not find it; none where none is kept. */
export function usedCodeCookies(exchange: Exchange, event: CookieEvent): readonly string[] {
  const name = nameOf(exchange, event);
  const isKept = cookieValues(exchange, name).length > 0;
  return isKept ? [cookie(exchange, event, { name, value: "", maxAgeSeconds: 0 })] : [];
}

function nameOf(exchange: Exchange, { customerId, eventId }: WireRef): string {
  return `${prefix(exchange)}stanchion-code_${customerId}_${eventId}`;
}
