import { createHmac } from "node:crypto";

/*
 * Reads tokens and session cookies as the KnownUser V3 protocol writes them, and nothing else: without a
 * line of our own connectors, which could make the same mistake twice.
 */

/**
 * The one form that every connector takes: this order, `ts` in seconds, `q` there, `rt` and hash in
 * lower case, `rt` neither first nor last.
 */
const TOKEN =
  /^(e_([a-z0-9]{3,20})~q_([0-9a-f-]{36})~ts_(\d{10})~ce_(true|false)(?:~cv_(\d+))?~rt_([a-z]+)(?:~hip_([0-9a-f]{64}))?)~h_([0-9a-f]{64})$/;

export type TokenFields = {
  readonly eventId: string;
  readonly queueId: string;
  readonly expiresUnixSeconds: number;
  readonly isExtendable: boolean;
  readonly validityMinutes: number | null;
  readonly redirectType: string;
  /** Of the address that it is bound to; null for none. */
  readonly hashedIp: string | null;
};

/** The fields of the pass in an address. Throws when it is not the last parameter, or not of the form. */
export function readToken(url: URL, secret: string): TokenFields {
  const text = /[?&]queueittoken=([^&#]*)$/.exec(url.href)?.[1] ?? "";
  const [, signed = "", eventId = "", queueId = "", ts, ce, cv, redirectType = "", hip, hash] =
    TOKEN.exec(text) ?? [];
  if (hash === undefined) throw new Error(`Not a pass that every connector takes: ${url.href}`);
  if (hash !== hmac(secret, signed)) throw new Error(`Not signed with the secret: ${url.href}`);
  return {
    eventId,
    queueId,
    expiresUnixSeconds: Number(ts),
    isExtendable: ce === "true",
    validityMinutes: cv === undefined ? null : Number(cv),
    redirectType,
    hashedIp: hip ?? null,
  };
}

const COOKIE = "QueueITAccepted-SDFrts345E-V3_";
const HASHED = [
  "EventId",
  "QueueId",
  "FixedValidityMins",
  "RedirectType",
  "IssueTime",
  "Hip",
] as const;

export type SessionFields = Readonly<Partial<Record<(typeof HASHED)[number], string>>>;

/** The session that a page started or extended; null when it set none. Throws when it is not signed. */
export function readSession(
  setCookies: readonly string[],
  eventId: string,
  secret: string,
): SessionFields | null {
  const text = setCookies.findLast((line) => line.startsWith(`${COOKIE}${eventId}=`));
  const value = decodeURIComponent(
    text?.slice(COOKIE.length + eventId.length + 1).split(";")[0] ?? "",
  );
  if (value === "") return null;
  const fields = Object.fromEntries(value.split("&").map((pair) => pair.split("=")));
  const signed = HASHED.map((name) => fields[name] ?? "").join("");
  if (fields["Hash"] !== hmac(secret, signed)) throw new Error(`A session is not signed: ${value}`);
  const { Hash: _, ...session } = fields;
  return session;
}

function hmac(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}
