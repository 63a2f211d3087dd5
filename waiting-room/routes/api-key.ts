import { createHash, timingSafeEqual } from "node:crypto";
import type { ApiKeyScope } from "@/lib/domain/api-key/scopes";
import { noteApiKeyUse } from "@/lib/line/commands/api-key-uses";
import { type Exchange, HttpError, header } from "@/waiting-room/http/http";
import { findCustomer } from "@/waiting-room/visit/find-customer";
import type { CachedCustomer } from "@/waiting-room/visit/memory/customer-memory";
import type { ServerContext } from "@/waiting-room/visit/server-context";

/** A caller who has shown a customer's API key. */
export type KnownCaller = { readonly customer: CachedCustomer; readonly apiKeyId: string };

/**
 * The customer, if the request carries one of its keys in `api-key` and the key has the scope. Rejects with
 * `HttpError` if not: `api-key-refused`, `api-key-expired`, or `scope-missing` with the scope it takes.
 */
export async function requireApiKey(
  context: ServerContext,
  exchange: Exchange,
  customerId: string | undefined,
  scope: ApiKeyScope,
): Promise<KnownCaller> {
  const customer = await findCustomer(context, customerId);
  const hash = createHash("sha256")
    .update(header(exchange.request, "api-key") ?? "")
    .digest();
  const known = (customer?.apiKeys ?? []).find((key) => {
    const held = Buffer.from(key.hash, "hex");
    return held.length === hash.length && timingSafeEqual(held, hash);
  });
  if (customer === null || known === undefined) throw new HttpError("api-key-refused");
  // Keys belong to the console, whose clock is the wall's; the line has no part in this.
  if (known.expiresAtMs !== null && known.expiresAtMs <= Date.now()) {
    throw new HttpError("api-key-expired");
  }
  if (!known.scopes.includes(scope)) {
    throw new HttpError("scope-missing", undefined, null, { scope });
  }
  exchange.request.isFromSite = true;
  if (customerId !== undefined) noteUse(context, customerId, known);
  return { customer, apiKeyId: known.id };
}

const NOTED_EVERY_MS = 60_000;
/** When this process last noted a key, as long as it remembers the customer. */
const notedAtMs = new WeakMap<object, number>();

/** In the background, once a minute at most: whoever shows a key never waits or fails because of it. */
function noteUse(
  { redis, log }: ServerContext,
  customerId: string,
  key: { readonly id: string },
): void {
  const atMs = Date.now();
  if (atMs - (notedAtMs.get(key) ?? 0) < NOTED_EVERY_MS) return;
  notedAtMs.set(key, atMs);
  noteApiKeyUse(redis, customerId, { apiKeyId: key.id, atMs }).catch(log);
}
