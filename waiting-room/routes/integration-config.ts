import { createHash } from "node:crypto";
import { requireApiKey } from "../api-key";
import { type Exchange, HttpError, header, send } from "../http";
import type { Room } from "../room";

/**
 * `GET /status/integrationconfig[/secure]/{c}`: what connectors pull. Both paths want a valid
 * `api-key`; an unchanged config answers 304.
 */
export async function integrationConfig(
  room: Room,
  exchange: Exchange,
  [customerId]: readonly string[],
): Promise<void> {
  const customer = await requireApiKey(room, exchange, customerId);
  if (customer.config === null) throw new HttpError("no-config");
  const etag = `"${createHash("sha256").update(customer.config).digest("base64url")}"`;
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "private, max-age=0, must-revalidate",
    etag,
  };
  if (header(exchange.request, "if-none-match") === etag) return send(exchange, 304, headers);
  send(exchange, 200, headers, customer.config);
}
