import { createHash } from "node:crypto";
import type { StatusPage } from "@/lib/domain/status-page/status-page";
import { isWireId } from "@/lib/domain/wire-id";
import { type Exchange, HttpError, header, send } from "@/waiting-room/http/http";
import { contentSecurityPolicy } from "@/waiting-room/pages/content-security-policy";
import type { ServerContext } from "@/waiting-room/visit/server-context";

/** So long a worker may have looked at nothing before the page says that it knows nothing. */
const STALE_MS = 2 * 60_000;

/** `GET /status/{c}`: how the events of a customer stand, for everybody. */
export async function statusPage(
  context: ServerContext,
  exchange: Exchange,
  ids: readonly string[],
): Promise<void> {
  const { customerId, page } = await findPage(context, ids);
  // It is loaded by whoever asks for a status page.
  const { renderStatusPage, brandOfStatus, STATUS_STYLES_HASH } = await import(
    "@/waiting-room/pages/status-page"
  );
  const body = renderStatusPage(page, exchange.link(`/status/${customerId}/feed.atom`));
  const brand = brandOfStatus(page);
  sendPublic(exchange, body, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy(brand, [], [], false, STATUS_STYLES_HASH),
    "referrer-policy": "same-origin",
  });
}

/** `GET /status/{c}/feed.atom`: what changed there in the last week. */
export async function statusFeed(
  context: ServerContext,
  exchange: Exchange,
  ids: readonly string[],
): Promise<void> {
  const { customerId, page } = await findPage(context, ids);
  const { renderStatusFeed } = await import("@/waiting-room/pages/status-feed");
  const called = `${exchange.isSecure ? "https" : "http"}://${header(exchange.request, "host") ?? ""}`;
  const url = exchange.originOf(called) + exchange.link(`/status/${customerId}`);
  sendPublic(exchange, renderStatusFeed(page, url), {
    "content-type": "application/atom+xml; charset=utf-8",
    "access-control-allow-origin": "*",
  });
}

/** A customer that there is not and one without a page are the same. */
async function findPage(
  context: ServerContext,
  [customerId = ""]: readonly string[],
): Promise<{ readonly customerId: string; readonly page: StatusPage }> {
  if (!isWireId(customerId)) throw new HttpError("not-found");
  const found = await context.statusPages.find(customerId).catch((error: unknown) => {
    context.log(error);
    throw new HttpError("recovering", 2_000);
  });
  if (found === null) throw new HttpError("not-found");
  const isStale = Date.now() - found.checkedAtMs > STALE_MS;
  return { customerId, page: isStale ? unknownPage(found.page) : found.page };
}

function unknownPage(page: StatusPage): StatusPage {
  return {
    ...page,
    events: page.events.map((event) => ({ ...event, state: "unknown", message: null })),
  };
}

function sendPublic(
  exchange: Exchange,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const all = {
    ...headers,
    etag,
    "cache-control": "public, max-age=30",
    "x-robots-tag": "noindex",
    "x-content-type-options": "nosniff",
  };
  if (header(exchange.request, "if-none-match") === etag) send(exchange, 304, all);
  else send(exchange, 200, all, body);
}
