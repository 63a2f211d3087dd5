import { lineStatusCodeOf, liveness, statusCodeOf } from "@/lib/health/health";
import { answerProbe, countHops, PROBE_HEADER, PROOF_HEADER } from "@/lib/health/self-probe";
import { type Exchange, HttpError, header, send, sendJson } from "@/waiting-room/http/http";
import type { ServerContext } from "@/waiting-room/visit/server-context";

/**
 * `GET /health/live`, `/health/ready`, `/health/line` and `/health/hops`: how this process is, from memory. The last one
 * answers only its own installation, and says how a request got here.
 */
export async function processHealth(
  context: ServerContext,
  exchange: Exchange,
  [what]: readonly string[],
): Promise<void> {
  if (what === "hops") return tellArrival(context, exchange);
  if (what === "live") return sendJson(exchange, 200, liveness("waiting-room"));
  const health = context.health();
  sendJson(exchange, what === "line" ? lineStatusCodeOf(health) : statusCodeOf(health), health);
}

function tellArrival(context: ServerContext, exchange: Exchange): void {
  const { request, address, isSecure } = exchange;
  const told = answerProbe(context.masters, header(request, PROBE_HEADER), Date.now(), {
    program: "waiting-room",
    hops: countHops(header(request, "x-forwarded-for")),
    address,
    isSecure,
  });
  if (told === null) throw new HttpError("not-found");
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  send(exchange, 200, { ...headers, [PROOF_HEADER]: told.proof }, told.body);
}
