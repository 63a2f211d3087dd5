import type { WireRef } from "@/lib/line/keys";
import type { Exchange } from "@/waiting-room/http/http";
import { type CookieEvent, cookie, cookieValues, prefix } from "./cookies";

const MONTH_SECONDS = 30 * 24 * 3_600;
const KINDS = ["mail", "push"] as const;

/** The links with which what this browser has asked for can be stopped. */
export function readNoticeLinks(exchange: Exchange, event: WireRef): readonly string[] {
  return KINDS.flatMap((kind) => {
    const [value] = cookieValues(exchange, nameOf(exchange, event, kind));
    return value ? [value] : [];
  });
}

/** Keeps such a link, or takes it away. */
export function noticeCookie(
  exchange: Exchange,
  event: CookieEvent,
  { kind, link }: { readonly kind: "mail" | "push"; readonly link: string | null },
): string {
  const name = nameOf(exchange, event, kind);
  const maxAgeSeconds = link === null ? 0 : MONTH_SECONDS;
  return cookie(exchange, event, { name, value: link ?? "", maxAgeSeconds });
}

function nameOf(exchange: Exchange, { customerId, eventId }: WireRef, kind: string): string {
  return `${prefix(exchange)}stanchion-${kind}_${customerId}_${eventId}`;
}
