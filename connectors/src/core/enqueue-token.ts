/**
 * What enqueue tokens need of a runtime. Texts are taken as UTF-8; base64url is that of RFC 4648 §5
 * without padding.
 */
export interface EnqueueTokenCrypto {
  readonly toBase64Url: (text: string) => string;
  /** SHA-256 of a text, in base64url. */
  readonly sha256Base64Url: (text: string) => string;
  /**
   * AES-256-CBC with PKCS #7 padding, in base64url. The key is the SHA-256 of `secret`, the
   * initialisation vector the MD5 of `tokenIdentifier`.
   */
  readonly encryptBase64Url: (
    text: string,
    keys: { readonly secret: string; readonly tokenIdentifier: string },
  ) => string;
}

/** What goes into a new enqueue token. */
export interface EnqueueTokenFields {
  readonly customerId: string;
  /** Without it the token is good for every event of the customer. */
  readonly eventId?: string | undefined;
  /** Unique to this token: a UUID, or a prefix, `~` and a UUID. Whoever gets it twice refuses it. */
  readonly tokenIdentifier: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs?: number | undefined;
  /** Binds the token to this address of the visitor. */
  readonly ip?: string | undefined;
  /** The `X-Forwarded-For` header with which the visitor asked for it. */
  readonly xForwardedFor?: string | undefined;
  /** From 0 to 1; with it the waiting room chooses the lane. */
  readonly relativeQuality?: number | undefined;
  /** Unique to the visitor: the same key leads to the same place in the line. */
  readonly key?: string | undefined;
  readonly customData?: Readonly<Record<string, string>> | undefined;
  /** How it came about, e.g. `Connector` or `InviteOnly`. */
  readonly origin?: string | undefined;
}

/** The signature of a token: of what stands before its last dot, with the secret put behind it. */
export function enqueueTokenSignature(
  signedText: string,
  secret: string,
  crypto: Pick<EnqueueTokenCrypto, "sha256Base64Url">,
): string {
  return crypto.sha256Base64Url(`${signedText}${secret}`);
}

function payloadJson(fields: EnqueueTokenFields): string | null {
  const payload = {
    r: fields.relativeQuality,
    k: fields.key,
    cd: fields.customData,
    o: fields.origin,
  };
  const isEmpty = Object.values(payload).every((value) => value === undefined);
  return isEmpty ? null : JSON.stringify(payload);
}

function requireFields(fields: EnqueueTokenFields, secret: string): void {
  if (secret === "") throw new RangeError("An enqueue token needs a secret");
  if (fields.customerId === "") throw new RangeError("customerId must not be empty");
  if (fields.tokenIdentifier === "") throw new RangeError("tokenIdentifier must not be empty");
  const { relativeQuality } = fields;
  if (relativeQuality !== undefined && !(relativeQuality >= 0 && relativeQuality <= 1)) {
    throw new RangeError(`relativeQuality has to be from 0 to 1, not ${relativeQuality}`);
  }
  for (const timeMs of [fields.issuedAtMs, fields.expiresAtMs]) {
    if (timeMs !== undefined && !Number.isFinite(timeMs)) throw new RangeError("Not a time");
  }
}

/**
 * Makes an enqueue token (format QT1): the signed right to join a line, made by the customer's own
 * server. Anybody can read its event and times; only who knows the secret can read the rest.
 *
 * @param secret - the event's secret, or the customer's when no event is named; used as UTF-8 text
 * @returns the token, safe to put into a URL as it is
 * @throws RangeError when secret, customer or identifier are empty or a number is out of range
 */
export function makeEnqueueToken(
  fields: EnqueueTokenFields,
  secret: string,
  crypto: EnqueueTokenCrypto,
): string {
  requireFields(fields, secret);
  const { expiresAtMs, tokenIdentifier } = fields;
  const header = {
    typ: "QT1",
    enc: "AES256",
    iss: Math.floor(fields.issuedAtMs),
    exp: expiresAtMs === undefined ? undefined : Math.floor(expiresAtMs),
    ti: tokenIdentifier,
    c: fields.customerId,
    e: fields.eventId,
    ip: fields.ip,
    xff: fields.xForwardedFor,
  };
  const payload = payloadJson(fields);
  const encrypted =
    payload === null ? "" : crypto.encryptBase64Url(payload, { secret, tokenIdentifier });
  const signedText = `${crypto.toBase64Url(JSON.stringify(header))}.${encrypted}`;
  return `${signedText}.${enqueueTokenSignature(signedText, secret, crypto)}`;
}
