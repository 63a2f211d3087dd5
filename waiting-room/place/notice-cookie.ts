import type { EventRef } from "@/lib/line/keys";
import type { Exchange } from "@/waiting-room/http/http";
import { cookie, cookieValues, prefix } from "./cookies";

const MONTH_SECONDS = 30 * 24 * 3_600;
const KINDS = ["mail", "push"] as const;

/** The links with which what this browser has asked for can be stopped. */
export function readNoticeLinks(exchange: Exchange, event: EventRef): readonly string[] {
  return KINDS.flatMap((kind) => {
    const [value] = cookieValues(exchange, nameOf(exchange, event, kind));
    return value ? [value] : [];
  });
}

/** Keeps such a link, or takes it away. */
export function noticeCookie(
  exchange: Exchange,
  event: EventRef,
  { kind, link }: { readonly kind: "mail" | "push"; readonly link: string | null },
): string {
  const name = nameOf(exchange, event, kind);
  return link === null
    ? cookie(exchange, name, "", 0)
    : cookie(exchange, name, link, MONTH_SECONDS);
}

function nameOf(exchange: Exchange, { customerId, eventId }: EventRef, kind: string): string {
  return `${prefix(exchange)}stanchion-${kind}_${customerId}_${eventId}`;
}
