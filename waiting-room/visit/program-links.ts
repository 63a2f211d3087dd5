import type { VisitorLinks } from "@/lib/domain/visitor-api/visitor-api";
import type { WireRef } from "@/lib/line/keys";
import { addressOf, type Exchange } from "@/waiting-room/http/http";
import { withKept } from "./kept-query";

/** What an answer before this one said, as the program brings it back in the address of the next question. */
export type SeenBefore = {
  /** Until when the visitor counts as waiting, in line time. */
  readonly untilMs: number;
  /** The losses for which it has been said that the visitor is near the front; null for none. */
  readonly nearLosses: number | null;
};

const NAME = "seen";
const SEEN = /^(\d{1,16})\.(\d{1,9}|-)$/;

/** Null where the program has not asked before, or starts anew. */
export function readSeen({ query }: Exchange): SeenBefore | null {
  const [, until, losses] = SEEN.exec(query.get(NAME) ?? "") ?? [];
  if (until === undefined || losses === undefined) return null;
  return { untilMs: Number(until), nearLosses: losses === "-" ? null : Number(losses) };
}

/** Where a program asks next, with what its question said: the language, the target, an invitation. */
export function linksOf(
  exchange: Exchange,
  { customerId, eventId }: WireRef,
  { seen, nowMs }: { readonly seen: SeenBefore | null; readonly nowMs: number },
): VisitorLinks {
  const ofLine = (action: string) =>
    addressOf(exchange, withKept(exchange, `/line/${customerId}/${eventId}/${action}`));
  // Who is in does not wait any more.
  const leftMs = Math.max(0, (seen?.untilMs ?? 0) - nowMs);
  return {
    again: addressOf(exchange, `/?${againQuery(exchange, seen)}`),
    join: ofLine("join"),
    enter: ofLine(`enter?left=${leftMs}`),
    leave: ofLine("leave"),
    page: pageLink(exchange),
  };
}

/** The page of the same question. */
export function pageLink(exchange: Exchange): string {
  const query = new URLSearchParams(exchange.query);
  query.delete(NAME);
  return addressOf(exchange, `/?${query}`);
}

function againQuery(exchange: Exchange, seen: SeenBefore | null): URLSearchParams {
  const query = new URLSearchParams(exchange.query);
  query.set(NAME, `${seen?.untilMs ?? 0}.${seen?.nearLosses ?? "-"}`);
  return query;
}
