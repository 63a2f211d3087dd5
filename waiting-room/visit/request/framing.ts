import type { EventSettings } from "@/lib/domain/event/settings";
import { parseUrl } from "@/lib/domain/parse-url";
import { type Exchange, HttpError, header } from "@/waiting-room/http/http";

const FRAMES: ReadonlySet<string> = new Set(["iframe", "frame", "embed", "object", "fencedframe"]);

type Framed = Pick<EventSettings, "frameOrigins">;

/**
 * Throws 403 for a document that a browser is about to show in a frame of a site that the event does not name: it gets
 * no place and no cookie. Where the request does not say which site that is, the policy of the page holds it back.
 */
export function requireFrame(exchange: Exchange, settings: EventSettings): void {
  const framing = framingOf(exchange, settings);
  if (framing === "foreign") throw new HttpError("frame-refused", undefined, settings);
}

/**
 * Whether the page of this request may be given cookies of its own: not in a frame of which nobody knows yet whether
 * the browser will show it.
 */
export function isShownForSure(exchange: Exchange, settings: Framed): boolean {
  return framingOf(exchange, settings) !== "unknown";
}

/** True for a document that a browser is about to show in a frame. */
export function isFramed({ request }: Exchange): boolean {
  return FRAMES.has(header(request, "sec-fetch-dest") ?? "");
}

function framingOf(
  exchange: Exchange,
  { frameOrigins = [] }: Framed,
): "window" | "named" | "unknown" | "foreign" {
  if (!isFramed(exchange)) return "window";
  if (frameOrigins.length === 0) return "foreign";
  const site = originOf(header(exchange.request, "referer"));
  if (site === null) return "unknown";
  // Within the frame the page itself leads on: its forms, and its links to itself.
  return site === exchange.originOf(site) || frameOrigins.includes(site) ? "named" : "foreign";
}

function originOf(address: string | undefined): string | null {
  return address === undefined ? null : (parseUrl(address)?.origin ?? null);
}
