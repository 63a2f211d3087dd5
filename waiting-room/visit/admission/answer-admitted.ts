import type { AdmittedAnswer, InsideAnswer } from "@/lib/domain/visitor-api/visitor-api";
import { type Exchange, sendJson } from "@/waiting-room/http/http";
import { handOver } from "@/waiting-room/visit/place/hand-over-place";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { cookiesPageOf, type Standing, type Visit } from "@/waiting-room/visit/visit";
import { admittedUrl, noteReturn } from "./admission";

type Admitted = {
  readonly visit: Visit;
  readonly standing: Extract<Standing, { type: "admitted" }>;
  /** Where the visitor wants to go, as the request says. */
  readonly target: string | null;
};

/**
 * Sends a page on whose visitor was let in before. Where the browser keeps no cookie the way back counts as a
 * return here: a site that keeps none either would else send it round and round. In the end a page asks for
 * cookies.
 */
export async function answerAdmitted(
  context: ServerContext,
  exchange: Exchange,
  { visit, standing, target }: Admitted,
): Promise<void> {
  const { place, admission } = standing;
  const redirectUrl = await admittedUrl(context, { line: visit.line, exchange }, standing, target);
  const { number } = place;
  const admitted: AdmittedAnswer = { status: "admitted", number, redirectUrl };
  if (visit.carried.inCookie) return sendJson(exchange, 200, admitted);
  const returned = noteReturn(place, admission);
  if (returned === null) {
    const pageUrl = cookiesPageOf(exchange, visit.event, target);
    const until = admission.seatEndsAtMs;
    const inside: InsideAnswer = { status: "inside", until, pageUrl };
    return sendJson(exchange, 200, inside);
  }
  const { cookies, kept } = handOver(context, exchange, visit, returned);
  const body: AdmittedAnswer = kept === null ? admitted : { ...admitted, kept };
  sendJson(exchange, 200, body, { "set-cookie": cookies });
}
