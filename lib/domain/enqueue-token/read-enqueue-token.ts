import {
  type EnqueueTokenCrypto,
  enqueueTokenSignature,
} from "@/connectors/src/core/enqueue-token";
import { equalsInConstantTime } from "@/connectors/src/core/hmac";
import { type EnqueueTokenPayload, parseRecord, readPayload } from "./payload";

/** What reading needs besides what making does. Both answer null for what is malformed, and never throw. */
export type EnqueueTokenDecryption = Pick<EnqueueTokenCrypto, "sha256Base64Url"> & {
  /** The UTF-8 text behind base64url without padding. */
  readonly fromBase64Url: (text: string) => string | null;
  /** Undoes `encryptBase64Url` of {@link EnqueueTokenCrypto}. */
  readonly decryptBase64Url: (
    text: string,
    keys: { readonly secret: string; readonly tokenIdentifier: string },
  ) => string | null;
};

/** What a token is checked against. Ids are those of the wire, in lower case. */
export type EnqueueTokenExpectation = {
  readonly customerId: string;
  readonly eventId: string;
  /** Any of them may have signed it: those of the customer. */
  readonly secrets: readonly string[];
  /** Those of the event: they may sign for it alone, so the token must name it. */
  readonly eventSecrets?: readonly string[];
  readonly nowMs: number;
  /** A token for this event alone that was issued until then is of another, which had its id before. */
  readonly formerDeletedAtMs?: number | undefined;
  /** Checked against the token's address, if it has one, when known. */
  readonly clientIp?: string | undefined;
  readonly crypto: EnqueueTokenDecryption;
};

/**
 * Why a token is refused. `malformed`: not the three parts of a token. `signature`: altered or signed
 * with another secret. `unsupported`: signed, but of another type or without identifier or time.
 * `payload`: signed, but its encrypted part cannot be read.
 */
export type EnqueueTokenError =
  | "malformed"
  | "signature"
  | "unsupported"
  | "customer"
  | "event"
  | "not-yet-issued"
  | "expired"
  | "ip"
  | "payload";

export type EnqueueToken = EnqueueTokenPayload & {
  /** One use per identifier is for the caller to enforce. */
  readonly tokenIdentifier: string;
  readonly customerId: string;
  /** Null when it is good for every event of the customer. */
  readonly eventId: string | null;
  readonly issuedAtMs: number;
  /** Null when it never expires. */
  readonly expiresAtMs: number | null;
  readonly ip: string | null;
  readonly xForwardedFor: string | null;
};

export type EnqueueTokenReading =
  | ({ readonly ok: true } & EnqueueToken)
  | { readonly ok: false; readonly reason: EnqueueTokenError };

type Header = Omit<EnqueueToken, keyof EnqueueTokenPayload>;

/** Real tokens have a few hundred characters, with custom data more. */
const MAX_TOKEN_CHARACTERS = 4_096;
const TOKEN = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]{43})$/;
/** Smaller times are seconds: as milliseconds they would lie before 1973-03-03. */
const FIRST_MILLISECONDS = 100_000_000_000;
const CLOCK_SKEW_MS = 300_000;

/**
 * Reads an enqueue token (format QT1 of QueueToken V1) and tells whether it is good: signed by one of
 * the secrets, for this customer and this event, or for all events, which a secret of one event cannot
 * sign; issued at most five minutes in the future; not expired (no tolerance); not bound to another
 * address. Reads nothing that is unsigned. Never throws.
 */
export function readEnqueueToken(
  text: string,
  expected: EnqueueTokenExpectation,
): EnqueueTokenReading {
  const refuse = (reason: EnqueueTokenError) => ({ ok: false as const, reason });
  const match = text.length <= MAX_TOKEN_CHARACTERS ? TOKEN.exec(text) : null;
  const [, header64, payload64, signature] = match ?? [];
  if (header64 === undefined || payload64 === undefined || signature === undefined) {
    return refuse("malformed");
  }
  const { crypto } = expected;
  const secret = findSecret({ signedText: `${header64}.${payload64}`, signature }, expected);
  if (secret === null) return refuse("signature");
  const header = readHeader(crypto.fromBase64Url(header64));
  if (header === null) return refuse("unsupported");
  const problem = headerProblem(header, expected);
  const mustNameEvent = !expected.secrets.includes(secret);
  if (mustNameEvent && header.eventId === null) return refuse("event");
  if (problem !== null) return refuse(problem);
  const keys = { secret, tokenIdentifier: header.tokenIdentifier };
  const payload = readPayload(payload64 === "" ? "{}" : crypto.decryptBase64Url(payload64, keys));
  return payload === null ? refuse("payload") : { ok: true, ...header, ...payload };
}

function findSecret(
  signed: { readonly signedText: string; readonly signature: string },
  { secrets, eventSecrets = [], crypto }: EnqueueTokenExpectation,
): string | null {
  for (const secret of [...secrets, ...eventSecrets]) {
    if (secret === "") continue;
    const signature = enqueueTokenSignature(signed.signedText, secret, crypto);
    if (equalsInConstantTime(signature, signed.signature)) return secret;
  }
  return null;
}

function readHeader(json: string | null): Header | null {
  const fields = parseRecord(json);
  if (fields === null || fields["typ"] !== "QT1" || fields["enc"] !== "AES256") return null;
  const [ti, c, exp] = [fields["ti"], fields["c"], fields["exp"]];
  const issuedAtMs = toMilliseconds(fields["iss"]);
  const expiresAtMs = toMilliseconds(exp);
  if (typeof ti !== "string" || ti === "" || typeof c !== "string") return null;
  if (issuedAtMs === null || (expiresAtMs === null && !isMissing(exp))) return null;
  const [eventId, ip, xForwardedFor] = [fields["e"], fields["ip"], fields["xff"]].map(textOrNull);
  if (eventId === undefined || ip === undefined || xForwardedFor === undefined) return null;
  return {
    tokenIdentifier: ti,
    customerId: c.toLowerCase(),
    eventId: eventId?.toLowerCase() ?? null,
    issuedAtMs,
    expiresAtMs,
    ip,
    xForwardedFor,
  };
}

function headerProblem(
  header: Header,
  expected: EnqueueTokenExpectation,
): EnqueueTokenError | null {
  if (header.customerId !== expected.customerId) return "customer";
  if (header.eventId !== null && !isOfEvent(header, expected)) return "event";
  if (header.issuedAtMs > expected.nowMs + CLOCK_SKEW_MS) return "not-yet-issued";
  if (header.expiresAtMs !== null && header.expiresAtMs < expected.nowMs) return "expired";
  const isKnown = header.ip !== null && expected.clientIp !== undefined;
  return isKnown && header.ip !== expected.clientIp ? "ip" : null;
}

function isOfEvent(
  { eventId, issuedAtMs }: Header,
  { eventId: expected, formerDeletedAtMs }: EnqueueTokenExpectation,
): boolean {
  return (
    eventId === expected && (formerDeletedAtMs === undefined || issuedAtMs > formerDeletedAtMs)
  );
}

function toMilliseconds(value: unknown): number | null {
  if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) return null;
  return value < FIRST_MILLISECONDS ? value * 1_000 : value;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Null when missing or empty, undefined when it is no text. */
function textOrNull(value: unknown): string | null | undefined {
  if (isMissing(value) || value === "") return null;
  return typeof value === "string" ? value : undefined;
}
