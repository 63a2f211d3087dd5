import { openingGivesAtMs } from "@/lib/domain/line/opening";
import { accepted, type Exchange, HttpError } from "@/waiting-room/http/http";
import { readClaim } from "@/waiting-room/place/cookies";
import { needsPage } from "@/waiting-room/visit/gate/gate-plan";
import { handOver } from "@/waiting-room/visit/place/hand-over-place";
import { joinIdBy } from "@/waiting-room/visit/request/cookie-support";
import { isOwnWindow } from "@/waiting-room/visit/request/navigation";
import { viewOf } from "@/waiting-room/visit/screens/view-of-visit";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Visit } from "@/waiting-room/visit/visit";
import { takePlace } from "./take-place";

/**
 * Joins somebody without a place within the request for the page, so that the page comes with the number. Only for a
 * browser that has brought a cookie of the event back, in a window that a person opens: it keeps the place, and what
 * asks ahead of a person, or never keeps a cookie, takes none. Passes the same gate as every join; a page that is loaded
 * again, or joins meanwhile, gets the same number. Null for everybody else, and where the line does not answer: the page
 * joins.
 */
export async function joinAtOnce(
  context: ServerContext,
  exchange: Exchange,
  visit: Visit,
): Promise<{ readonly visit: Visit; readonly cookies: readonly string[] } | null> {
  const { line, event } = visit;
  const claim = readClaim(exchange, event);
  if (claim === null || !mayJoinAtOnce(exchange, visit)) return null;
  const { query } = exchange;
  const fields = new Map([
    ["joinId", joinIdBy(claim, line.settings.runId)],
    ["t", query.get("t")],
    ["lane", query.get("lane")],
    ["rule", query.get("man")],
  ]);
  const form = { get: (name: string) => fields.get(name) ?? null };
  const taken = await takePlace(context, exchange, visit, { form, credential: null }).catch(
    (error: unknown) => {
      if (error instanceof HttpError) return null;
      throw error;
    },
  );
  if (taken?.type !== "joined") return null;
  const { place, gateCookies } = taken;
  // The page checks in as soon as it is there.
  line.checkIns.noteGone(place.lane, line.checkIns.countedMs);
  const { cookies } = handOver(context, exchange, visit, place);
  return { visit: { ...visit, place }, cookies: [...cookies, ...gateCookies] };
}

/** False also where the page has to do something first, or keeps a proof, and where joins wait for an opening. */
function mayJoinAtOnce(exchange: Exchange, visit: Visit): boolean {
  const { settings } = visit.line;
  const { query } = exchange;
  const isBrowser = isOwnWindow(exchange) && accepted(exchange.request).startsWith("text/html");
  if (visit.hadPlace || !isBrowser) return false;
  if (query.get("code") || query.get("enqueuetoken") || settings.inviteOnly) return false;
  if (settings.draw !== null || needsPage(settings)) return false;
  if (openingGivesAtMs(settings, visit.line.lineNow()) !== null) return false;
  return viewOf(visit).state === "join";
}
