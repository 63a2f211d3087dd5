import { createMac, type Mac } from "@/connectors/src/adapters/node/mac";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { ServerContext } from "@/waiting-room/visit/server-context";

const TAG_CHARACTERS = 12;
const STAMP = /^([0-9a-z]{1,10})\.([\w-]{12})$/;
/** Clocks of two processes may differ by so much. */
const AHEAD_MS = 2_000;

type Stamped = Pick<EventSettings, "customerId" | "eventId" | "sealedKey">;
type Context = Pick<ServerContext, "eventKeys">;

const macs = new WeakMap<Uint8Array, Mac>();

/**
 * Says when a page was served, so that its join can be told from one of a program that never had a page. Signed, the
 * same for all pages of one moment, and nothing is kept of it.
 */
export function servedStamp(context: Context, settings: Stamped, lineNowMs: number): string {
  const at = Math.max(0, Math.round(lineNowMs)).toString(36);
  return `${at}.${tagOf(context, settings, at)}`;
}

/** How long ago the page was served, at least 0; null for a stamp that we did not make for this event. */
export function sinceServed(
  context: Context,
  settings: Stamped,
  { stamp, lineNowMs }: { readonly stamp: string; readonly lineNowMs: number },
): number | null {
  const [, at, tag] = STAMP.exec(stamp) ?? [];
  // Whoever guesses a tag learns nothing: it opens nothing.
  if (at === undefined || tag !== tagOf(context, settings, at)) return null;
  const ageMs = lineNowMs - Number.parseInt(at, 36);
  return ageMs < -AHEAD_MS ? null : Math.max(0, ageMs);
}

function tagOf({ eventKeys }: Context, settings: Stamped, at: string): string {
  const { bytes } = eventKeys.of(settings);
  const mac = macs.get(bytes) ?? createMac(bytes);
  macs.set(bytes, mac);
  const { customerId, eventId } = settings;
  return mac(`stanchion/served ${customerId}/${eventId} ${at}`, "base64url").slice(
    0,
    TAG_CHARACTERS,
  );
}
