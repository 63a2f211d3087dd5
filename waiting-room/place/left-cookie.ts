import type { WireRef } from "@/lib/line/keys";
import type { Exchange } from "@/waiting-room/http/http";
import { type CookieEvent, cookie, cookieValues, prefix } from "./cookies";

/** So long a browser is told that its visitor has left, instead of joining anew by itself. */
const KEPT_SECONDS = 600;
const LEFT = /^(\d{1,15})\.([\w-]{20,800})$/;

/** The place that a visitor has left, sealed, and when: line time in milliseconds. */
export type LeftPlace = { readonly sealed: string; readonly leftAtMs: number };

export function readLeft(exchange: Exchange, event: WireRef): LeftPlace | null {
  const [, leftAtMs, sealed] =
    LEFT.exec(cookieValues(exchange, nameOf(exchange, event))[0] ?? "") ?? [];
  return sealed === undefined ? null : { sealed, leftAtMs: Number(leftAtMs) };
}

/** Keeps it, or takes it away. */
export function leftCookie(exchange: Exchange, event: CookieEvent, left: LeftPlace | null): string {
  const name = nameOf(exchange, event);
  const value = left === null ? "" : `${Math.round(left.leftAtMs)}.${left.sealed}`;
  return cookie(exchange, event, { name, value, maxAgeSeconds: left === null ? 0 : KEPT_SECONDS });
}

function nameOf(exchange: Exchange, { customerId, eventId }: WireRef): string {
  return `${prefix(exchange)}stanchion-left_${customerId}_${eventId}`;
}
