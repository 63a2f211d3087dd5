import { type Exchange, HttpError, send } from "@/waiting-room/http/http";
import type { ServerContext } from "@/waiting-room/visit/server-context";

const LONGEST_HOST = 253;
const TEXT = { "content-type": "text/plain; charset=utf-8" };

/** `GET /robots.txt`: nothing of a waiting room belongs into an index. */
export async function robots(_context: ServerContext, exchange: Exchange): Promise<void> {
  const headers = { ...TEXT, "cache-control": "public, max-age=3600" };
  send(exchange, 200, headers, "User-agent: *\nDisallow: /\n");
}

/**
 * `GET /health/host?domain=`: 200 for a host of a customer, else 404. A proxy that gets certificates on demand asks
 * here first, so that strangers cannot make it ask for names that lead nowhere.
 */
export async function knownHost(context: ServerContext, exchange: Exchange): Promise<void> {
  const host = exchange.query.get("domain") ?? "";
  if (host === "" || host.length > LONGEST_HOST) throw new HttpError("bad-request");
  const owner = await context.hosts.ownerOf(host);
  const customer = owner === null ? null : await context.customers.find(owner);
  if (customer === null) throw new HttpError("not-found");
  send(exchange, 200, { ...TEXT, "cache-control": "no-store" }, "known\n");
}
