import { createHash, createHmac } from "node:crypto";
import { networkOf } from "@/lib/domain/connector/network-of";
import { isAskedByHand, readHeartbeat } from "@/lib/domain/connector/read-heartbeat";
import { notePull } from "@/lib/line/commands/pulls";
import { deriveKey } from "@/lib/secrets/seal";
import { type Exchange, HttpError, header, send, sendJson } from "@/waiting-room/http/http";
import { findCustomer } from "@/waiting-room/visit/find-customer";
import type { CachedCustomer } from "@/waiting-room/visit/memory/customer-memory";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { type KnownCaller, requireApiKey } from "./api-key";

/**
 * `GET /status/integrationconfig[/secure]/{c}`: the config that connectors pull, for a valid `api-key`. An
 * unchanged config answers 304. Both answers carry the signature of the config, and the pull of a connector is recorded,
 * also before anything was published.
 */
export async function integrationConfig(
  context: ServerContext,
  exchange: Exchange,
  [customerId]: readonly string[],
): Promise<void> {
  const caller = await requireApiKey(context, exchange, customerId, "pull");
  const { customer } = caller;
  notePullOf(context, exchange, customerId ?? "", caller);
  if (customer.config === null) throw new HttpError("no-config");
  const etag = `"${createHash("sha256").update(customer.config).digest("base64url")}"`;
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "private, max-age=0, must-revalidate",
    etag,
    ...signatureHeader(customer),
  };
  if (header(exchange.request, "if-none-match") === etag) return send(exchange, 304, headers);
  send(exchange, 200, headers, customer.config);
}

/** Records who pulls, in the background: a pull never fails or waits because of it. */
function notePullOf(
  context: ServerContext,
  { request, address }: Exchange,
  customerId: string,
  { customer, apiKeyId }: KnownCaller,
): void {
  const heartbeat = header(request, "x-stanchion-connector");
  const userAgent = header(request, "user-agent");
  if (isAskedByHand(heartbeat, userAgent)) return;
  notePull(context.redis, customerId, {
    ...readHeartbeat(heartbeat, userAgent),
    apiKeyId,
    network: networkOf(address),
    origin: originOf(context, customerId, address),
    servedVersion: customer.configVersion,
  }).catch(context.log);
}

/** A keyed hash of an address: tells machines apart without storing where they are. */
function originOf(
  { masters: [master] }: ServerContext,
  customerId: string,
  address: string,
): string {
  const key = deriveKey(master, "stanchion/pull-origin", Buffer.from(customerId));
  return createHmac("sha256", key).update(address).digest("base64url");
}

/** `keyid=<8 hex>, signature=<base64url>` over the bytes of the body, with Ed25519. */
function signatureHeader({ configSignature }: CachedCustomer): Readonly<Record<string, string>> {
  if (configSignature === null) return {};
  const { keyId, signature } = configSignature;
  return { "x-stanchion-config-signature": `keyid=${keyId}, signature=${signature}` };
}

/**
 * `GET /status/integrationconfig/key/{c}`: the public keys that verify config signatures, the newest first.
 * Open to everybody; connectors get their key from their operator, not from here.
 */
export async function configKeys(
  context: ServerContext,
  exchange: Exchange,
  [customerId]: readonly string[],
): Promise<void> {
  const customer = await findCustomer(context, customerId);
  const keys = (customer?.configKeys ?? []).map(({ keyId, publicKey, sinceMs }) => ({
    keyid: keyId,
    publicKey,
    since: new Date(sinceMs).toISOString(),
  }));
  sendJson(exchange, 200, keys, { "cache-control": "public, max-age=60" });
}
