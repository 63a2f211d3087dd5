import type { Exchange } from "@/waiting-room/http/http";
import { servePage } from "@/waiting-room/visit/screens/serve-page";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine, readVisit } from "@/waiting-room/visit/visit";

/**
 * `GET /line/{c}/{e}/page`: the page as it looks now, for the script of a customer's own page. It is no visit and no
 * check-in: the visitor's page makes those itself.
 */
export async function pageAgain(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const line = await findLine(context, customerId, eventId);
  servePage(context, exchange, readVisit(context, exchange, line), { isVisit: false });
}
