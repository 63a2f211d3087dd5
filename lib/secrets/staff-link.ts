import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "./seal";

/** A master key, or the key of an event. */
type SigningKey = { readonly bytes: Buffer };

/** What a staff link is bound to. Ids of customer and event are those of the wire. */
export type StaffLinkTarget = { readonly customerId: string; readonly eventId: string };

export type StaffLinkClaims = { readonly id: string; readonly expiresUnixSeconds: number };

export type StaffLinkReading =
  | { readonly status: "valid"; readonly claims: StaffLinkClaims }
  | { readonly status: "malformed" | "forged" | "expired" };

const MAX_TEXT_LENGTH = 512;
const TEXT = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Signs a staff link: the value of `link` in its address. Whoever holds it may use it. */
export function makeStaffLink(
  key: SigningKey,
  target: StaffLinkTarget,
  claims: StaffLinkClaims,
): string {
  const body = JSON.stringify({ id: claims.id, e: claims.expiresUnixSeconds });
  const payload = Buffer.from(body).toString("base64url");
  return `${payload}.${signature(key, payload, target).toString("base64url")}`;
}

/**
 * Reads a staff link. Valid only when one of the keys signed it for exactly this customer and event
 * and it has not expired; whether it was revoked is for the caller to look up by its id.
 */
export function readStaffLink(
  keys: readonly SigningKey[],
  target: StaffLinkTarget,
  { text, nowUnixSeconds }: { readonly text: string; readonly nowUnixSeconds: number },
): StaffLinkReading {
  const match = text.length <= MAX_TEXT_LENGTH ? TEXT.exec(text) : null;
  const payload = match?.[1];
  const given = match?.[2];
  if (payload === undefined || given === undefined) return { status: "malformed" };
  const bytes = Buffer.from(given, "base64url");
  if (bytes.toString("base64url") !== given) return { status: "malformed" };
  const isSigned = keys.some((key) => timingSafeEqual(bytes, signature(key, payload, target)));
  if (!isSigned) return { status: "forged" };
  const claims = parseClaims(payload);
  if (claims === null) return { status: "malformed" };
  if (claims.expiresUnixSeconds < nowUnixSeconds) return { status: "expired" };
  return { status: "valid", claims };
}

function signature(signing: SigningKey, payload: string, target: StaffLinkTarget): Buffer {
  const key = deriveKey(signing, "stanchion/staff-link", Buffer.alloc(0));
  return createHmac("sha256", key)
    .update(`${payload}|${target.customerId}|${target.eventId}`)
    .digest();
}

function parseClaims(payload: string): StaffLinkClaims | null {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || !("id" in value) || !("e" in value)) {
    return null;
  }
  const { id, e } = value;
  if (typeof id !== "string" || !ID.test(id) || typeof e !== "number" || !Number.isInteger(e)) {
    return null;
  }
  return { id, expiresUnixSeconds: e };
}
