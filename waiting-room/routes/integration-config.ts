import { createHash, timingSafeEqual } from "node:crypto";
import { isWireId } from "@/lib/domain/event/wire-id";
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
  if (customerId === undefined || !isWireId(customerId)) throw new HttpError("bad-request");
  const customer = await room.node.customer(customerId).catch((error: unknown) => {
    room.log(error);
    throw new HttpError("recovering", 2_000);
  });
  const hash = createHash("sha256")
    .update(header(exchange.request, "api-key") ?? "")
    .digest();
  const isKnown = (customer?.apiKeys ?? []).some((key) => {
    const held = Buffer.from(key.hash, "hex");
    return held.length === hash.length && timingSafeEqual(held, hash);
  });
  if (customer === null || !isKnown) throw new HttpError("api-key-refused");
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
