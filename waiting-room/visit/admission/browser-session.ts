import { verify } from "node:crypto";
import {
  isHmacSha256,
  type PassError,
  passErrorOf,
  readPass,
  type SessionCookie,
  sealSessionCookie,
  type VerifyPass,
  verifyQueueToken,
  verifySessionCookie,
} from "@/connectors/src/core";
import type { EventSettings } from "@/lib/domain/event/settings";
import { publicKeyOf } from "@/lib/secrets/ed25519";
import type { EventLine } from "@/waiting-room/line/event-line";
import { isSlidingSession } from "@/waiting-room/visit/memory/customer-secrets";
import type { ServerContext } from "@/waiting-room/visit/server-context";

/** A session that the browser connector keeps as a cookie of the site. */
export type BrowserSession = {
  /** Signed; not yet percent-encoded. */
  readonly value: string;
  /** Its fixed length; null when each visit extends it. */
  readonly fixedMinutes: number | null;
};

export type BrowserAdmission =
  | { readonly type: "session"; readonly session: BrowserSession }
  /** The token is not valid; `error` is also the path of the error page. */
  | { readonly type: "refused"; readonly error: string }
  | { readonly type: "none" };

/** What a page sends: the value of its cookie, the queue token of its URL, and the browser's address. */
export type HeldByPage = {
  readonly session: string | null;
  readonly queueToken: string | null;
  readonly pass: string | null;
  readonly address: string;
  readonly userAgent: string;
};

/**
 * Admits a browser by what its page holds: a session goes on, extended where the event allows it, and a queue
 * token begins one. Both are signed, so a value that a page made up is worth nothing.
 */
export async function admitBrowser(
  context: ServerContext,
  line: EventLine,
  { session, queueToken, pass, address, userAgent }: HeldByPage,
): Promise<BrowserAdmission> {
  const { settings } = line;
  const customer = await context.customers.find(settings.customerId);
  const { ofCustomer, ofEvent } = context.secrets.verifyingSecrets(settings, customer);
  const [secret, ...others] = [...ofEvent, ...ofCustomer];
  if (secret === undefined) return { type: "none" };
  const checks: Checks = {
    settings,
    secrets: [secret, ...others],
    nowUnixSeconds: Math.floor(line.lineNow() / 1_000),
    clientIp: address,
    userAgent,
    sign: (cookie) => ({
      value: sealSessionCookie(cookie, context.secrets.signingSecret(settings, customer)),
      fixedMinutes: cookie.fixedValidityMinutes,
    }),
  };
  const goesOn = session === null ? null : goOn(session, checks);
  if (goesOn !== null) return { type: "session", session: goesOn };
  if ((settings.protection?.pass.kind ?? "knownuser") !== "knownuser") {
    return pass === null ? { type: "none" } : beginByPass(context, pass, checks);
  }
  return queueToken === null ? { type: "none" } : begin(queueToken, checks);
}

/** Diagnostics tokens and their sessions let nobody in. */
function isDebug({ redirectType }: { readonly redirectType: string }): boolean {
  return redirectType.toLowerCase() === "debug";
}

type Checks = {
  readonly settings: EventSettings;
  readonly secrets: readonly [string, ...string[]];
  readonly nowUnixSeconds: number;
  readonly clientIp: string;
  readonly userAgent: string;
  readonly sign: (cookie: SessionCookie) => BrowserSession;
};

/** The session after this visit; null when it is not valid. */
function goOn(value: string, { settings, sign, ...expected }: Checks): BrowserSession | null {
  const { eventId, sessionMinutes: cookieValidityMinutes } = settings;
  const check = verifySessionCookie(value, { ...expected, eventId, cookieValidityMinutes });
  if (!check.valid || isDebug(check.cookie)) return null;
  const { cookie, extendable } = check;
  if (!extendable || !isSlidingSession(settings)) {
    return { value, fixedMinutes: cookie.fixedValidityMinutes };
  }
  return sign({ ...cookie, issuedUnixSeconds: expected.nowUnixSeconds });
}

function begin(text: string, { settings, sign, ...expected }: Checks): BrowserAdmission {
  const { eventId } = settings;
  const check = verifyQueueToken(text, { ...expected, eventIds: [eventId] });
  if (!check.valid) return refusedFor(check.error);
  if (isDebug(check.token)) return { type: "none" };
  const session = sign({
    eventId,
    queueId: check.token.queueId,
    fixedValidityMinutes: check.token.cookieValidityMinutes,
    redirectType: check.token.redirectType,
    issuedUnixSeconds: expected.nowUnixSeconds,
    hashedIp: check.token.hashedIp,
    hashedAgent: check.token.hashedAgent,
  });
  return { type: "session", session };
}

/** Where an event has passes, nothing else begins a session. */
function beginByPass(
  { secrets, passSigners }: ServerContext,
  text: string,
  { settings, sign, ...expected }: Checks,
): BrowserAdmission {
  const { customerId, eventId, runId } = settings;
  const signers = passSigners(customerId);
  const pass = readPass(text);
  const error = passErrorOf(text, pass, {
    ...expected,
    options: expected,
    hashing: { hmac: secrets.hmac, isHmac: isHmacSha256 },
    customerId,
    eventIds: [eventId],
    passes: {
      keys: new Map(signers.map(({ keyId, publicKey }) => [keyId, publicKey])),
      events: new Map([[eventId, { run: runId, allowsToken: false }]]),
    },
    verifyPass,
  });
  if (error !== null) return refusedFor(error);
  const session = sign({
    eventId,
    queueId: pass.queueId,
    fixedValidityMinutes: Number(pass.fixedMinutes) || null,
    redirectType: pass.redirectType,
    issuedUnixSeconds: expected.nowUnixSeconds,
    hashedIp: pass.hashedIp,
    hashedAgent: pass.hashedAgent,
  });
  return { type: "session", session };
}

/** Whoever has a place gets a pass of this run for this browser in the line. */
function refusedFor(error: PassError): BrowserAdmission {
  return error === "run" || error === "agent" ? { type: "none" } : { type: "refused", error };
}

const verifyPass: VerifyPass = (signed, keyAndSignature) => {
  const [key = "", signature = ""] = keyAndSignature.split(".");
  const publicKey = publicKeyOf(Buffer.from(key, "base64url"));
  const isGood = verify(null, Buffer.from(signed), publicKey, Buffer.from(signature, "base64url"));
  return isGood ? "yes" : "no";
};
