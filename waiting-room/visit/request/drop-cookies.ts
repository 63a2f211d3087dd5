import { isFinal, phaseAt } from "@/lib/domain/line/phase";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { holdBody } from "@/waiting-room/http/body";
import type { Exchange } from "@/waiting-room/http/http";
import { type EventCookies, expiredCookie, ownCookies } from "@/waiting-room/http/own-cookies";
import type { ServerContext } from "@/waiting-room/visit/server-context";

/** Beyond so many bytes of ours some go, so that all are below 6 KB with what an answer adds, and a proxy takes them. */
export const MANY_BYTES = 4_608;
const FEW_BYTES = 3_072;
/**
 * Cookies that one answer takes away: nginx takes 4 KB of an answer's headers as it comes. Where more comes than it lets
 * through there is none that is so narrow.
 */
const DROPPED_MOST = 6;
const DROPPED_OF_VERY_MANY = 40;
const VERY_MANY_BYTES = 8_192;
/** Answers that are for one visitor alone: pages, and what their scripts ask. */
const PERSONAL = /^\/(?:$|error\/|line\/[^/]+\/[^/]+\/[a-z/]+$)/;
const EVENT_IN_PATH = /^\/line\/([^/]+)\/([^/]+)\//;

/** True for a request that is answered for its visitor alone: there what its browser keeps is looked at. */
export function isPersonal({ path }: Exchange): boolean {
  return PERSONAL.test(path);
}

/**
 * Has the answer take cookies of ours away, where they are too many: first those of events that are over and those
 * without a place, then of those who were let in, last places in line; the oldest of each first. Those of the event that
 * is asked about stay. Never rejects.
 */
export async function dropCookies(context: ServerContext, exchange: Exchange): Promise<void> {
  if (exchange.method === "POST") holdBody(exchange);
  const events = ownCookies(exchange);
  let bytes = events.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes <= MANY_BYTES) return;
  const others = events.filter((one) => !isAskedAbout(exchange, one));
  const worths = await Promise.all(others.map((one) => worthOf(context, one)));
  const order = others.map((one, index) => ({ one, ...(worths[index] ?? KEPT_LONGEST) }));
  order.sort((a, b) => a.rank - b.rank || a.atMs - b.atMs);
  const most = bytes > VERY_MANY_BYTES ? DROPPED_OF_VERY_MANY : DROPPED_MOST;
  const gone: string[] = [];
  for (const { one } of order) {
    if (bytes <= FEW_BYTES || gone.length + one.names.length > most) break;
    gone.push(...one.names);
    bytes -= one.bytes;
  }
  exchange.expired = gone.flatMap(expiredCookie);
}

function isAskedAbout(exchange: Exchange, { customerId, eventId }: EventCookies): boolean {
  const [, c = exchange.customerId, e = exchange.query.get("e")] =
    EVENT_IN_PATH.exec(exchange.path) ?? [];
  return customerId === c && eventId === e;
}

/** What goes first has the lowest rank, and then the earliest time. */
type Worth = { readonly rank: number; readonly atMs: number };

const WORTHLESS: Worth = { rank: 0, atMs: 0 };
/** What cannot be read here is somebody's place all the same. */
const KEPT_LONGEST: Worth = { rank: 3, atMs: 0 };

async function worthOf(context: ServerContext, cookies: EventCookies): Promise<Worth> {
  const { customerId, eventId, place: text } = cookies;
  if (text === null) return WORTHLESS;
  try {
    const event = await readPublishedEvent(context.redis, customerId, eventId);
    if (event === null) return WORTHLESS;
    const opened = context.sealer.open(event, text);
    if (opened.type === "unknown-key") return KEPT_LONGEST;
    if (opened.type === "forged") return WORTHLESS;
    const { runId, admission, seenAtMs } = opened.place;
    const now = Date.now();
    const isOver = isFinal(phaseAt(event, now, { waiting: 0, drawOpensAtMs: 0 }));
    if (isOver || runId !== event.runId) return { rank: 0, atMs: seenAtMs };
    if (admission === null) return { rank: 2, atMs: seenAtMs };
    const { seatEndsAtMs, admittedAtMs } = admission;
    return { rank: seatEndsAtMs < now ? 0 : 1, atMs: admittedAtMs };
  } catch (error) {
    context.log(error);
    return KEPT_LONGEST;
  }
}
