import { createHmac } from "node:crypto";
import {
  type ConnectorRequest,
  mintQueueToken,
  sealSessionCookie,
  sessionCookieName,
} from "@/connectors/src/core";

export const NOW_SECONDS = 1_767_225_600;
export const SECRETS = [
  "secret-of-the-customer-0123456789",
  "the-previous-secret-9876543210",
] as const;
export const EVENT_SECRETS = new Map([["vault", ["secret-of-the-event-0123456789"] as const]]);
export const CLIENT_IP = "203.0.113.9";
/** What one rule of the fuzzed config lets in. */
export const EVENT_IDS = ["sale", "vault"] as const;
const STRANGER = "a-secret-that-nobody-knows-0123456789";
export const QUEUE_ID = "3f1c9c7e-5d2a-4b1e-9f60-0a1b2c3d4e5f";
const VALIDITY_MINUTES = 20;

/** By Node, so that the fuzzed code is not its own judge. */
const hmacByNode = (key: string, message: string) =>
  createHmac("sha256", key).update(message).digest("hex");

const [CURRENT, PREVIOUS] = SECRETS;
const OWN = EVENT_SECRETS.get("vault")?.[0] ?? "";
const OLD_SECONDS = NOW_SECONDS - VALIDITY_MINUTES * 60 - 1;

type Row = readonly [
  changes: { readonly eventId?: string; readonly [field: string]: unknown },
  secret: string,
  admits: boolean,
];

const TOKEN_ROWS: readonly Row[] = [
  [{}, CURRENT, true],
  [{ cookieValidityMinutes: 3, redirectType: "idle" }, PREVIOUS, true],
  [{ clientIp: CLIENT_IP }, CURRENT, true],
  [{ eventId: "vault" }, OWN, true],
  [{ eventId: "vault" }, CURRENT, false],
  [{}, OWN, false],
  [{}, STRANGER, false],
  [{ eventId: "other" }, CURRENT, false],
  [{ expiresUnixSeconds: NOW_SECONDS - 1 }, CURRENT, false],
  [{ clientIp: "198.51.100.7" }, CURRENT, false],
  [{ redirectType: "debug" }, CURRENT, false],
];

const COOKIE_ROWS: readonly Row[] = [
  [{}, CURRENT, true],
  [{ fixedValidityMinutes: 3 }, PREVIOUS, true],
  [{ hashedIp: hmacByNode(CURRENT, CLIENT_IP) }, CURRENT, true],
  [{ eventId: "vault" }, OWN, true],
  [{ eventId: "vault" }, CURRENT, false],
  [{}, OWN, false],
  [{}, STRANGER, false],
  [{ eventId: "sale2" }, CURRENT, false],
  [{ issuedUnixSeconds: OLD_SECONDS }, CURRENT, false],
  [{ issuedUnixSeconds: NOW_SECONDS - 200, fixedValidityMinutes: 3 }, CURRENT, false],
  [{ redirectType: "debug" }, CURRENT, false],
  [{ hashedIp: hmacByNode(CURRENT, "198.51.100.7") }, CURRENT, false],
];

const ADMISSION = { eventId: "sale", queueId: QUEUE_ID, redirectType: "queue" };
const ENDS = { expiresUnixSeconds: NOW_SECONDS + 60, extendableCookie: true };
const BEGAN = { issuedUnixSeconds: NOW_SECONDS - 60, fixedValidityMinutes: null, hashedIp: "" };

export const TOKENS = TOKEN_ROWS.map(([changes, secret, admits]) => {
  const text = mintQueueToken({ ...ADMISSION, ...ENDS, ...changes }, secret, hmacByNode);
  return { text, admits };
});
export const COOKIES = COOKIE_ROWS.map(([changes, secret, admits]) => {
  const session = { ...ADMISSION, ...BEGAN, ...changes };
  const text = sealSessionCookie(session, secret);
  return { name: sessionCookieName(session.eventId), text, admits };
});

const HASH_GROUP = /~h_([0-9a-f]{64})(?![^~])/g;

/** A token without its hash, and the hash; whatever place the hash stands in. */
function takeApart(token: string): readonly string[] {
  return [...token.matchAll(HASH_GROUP)].map(
    ([group, hash = ""]) => `${token.replace(group, "")} ${hash}`,
  );
}

const GOOD_TOKENS = new Set(
  TOKENS.filter(({ admits }) => admits).flatMap(({ text }) => takeApart(text)),
);

export function isGoodToken(token: string): boolean {
  return takeApart(token).some((apart) => GOOD_TOKENS.has(apart));
}

const FIELDS = [
  ...["EventId", "QueueId", "FixedValidityMins", "RedirectType", "IssueTime", "Hip", "Hash"],
];

/** What a session cookie says: of each field the last, in any order; what is not one name and one value is none. */
function meaningOf(name: string, value: string): string {
  const fields = new Map(
    value.split("&").map((pair): [string, string] => {
      const [field = "", text, more] = pair.split("=");
      return text === undefined || more !== undefined ? ["", ""] : [field, text];
    }),
  );
  return [name, ...FIELDS.map((field) => fields.get(field) ?? "")].join("\n");
}

const GOOD_COOKIES = new Set(
  COOKIES.filter(({ admits }) => admits).map(({ name, text }) => meaningOf(name, text)),
);

/** Whether a session cookie says exactly what a genuine one says. */
export function isGoodCookie(name: string, value: string): boolean {
  return GOOD_COOKIES.has(meaningOf(name, value));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const ESCAPED_SEPARATOR = /%(26|3d)/gi;
const ASCII_ESCAPE = /%([2-7][0-9a-f])/gi;
const ASCII_ESCAPE_BUT_SEPARATORS = /%(?!26|3d)([2-7][0-9a-f])/gi;

/** With all escapes that stand for one character, whatever else is broken. */
function decodedWhere(text: string, pattern: RegExp): string {
  return text.replace(pattern, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * A session as a connector reads it: with escapes that only separate fields, or with none, and with a
 * decoded queue id. A name that is written with other escapes is not known, so its field does not count.
 */
function asConnectorsRead(value: string): readonly string[] {
  const separated = decodedWhere(value.replace(/[&=]/g, " "), ESCAPED_SEPARATOR);
  return [value, separated].map((text) =>
    text.replace(/(?<=QueueId=)[^&]*/g, (queueId) => decoded(queueId)),
  );
}

/** What a session may say, as a whole or with parts that do not count and have broken escapes. */
function readingsOf(value: string): readonly string[] {
  const sentEscaped = decodedWhere(value.replace(/[&=]/g, " "), ASCII_ESCAPE);
  const sentPlain = decodedWhere(value, ASCII_ESCAPE_BUT_SEPARATORS);
  const wholes = [value, decoded(value), decodedWhere(value, ASCII_ESCAPE)];
  return [...wholes, sentEscaped, sentPlain, ...asConnectorsRead(value)];
}

/** Whether a request has a genuine token or session cookie, read more generously than a connector does. */
export function holdsGoodCredential({ url, header }: ConnectorRequest): boolean {
  const texts = url.split(/[?&#]/).map((part) => part.slice(part.indexOf("=") + 1));
  const tokens = [...texts, header("x-queueittoken") ?? ""];
  if (tokens.some((token) => isGoodToken(token) || isGoodToken(decoded(token)))) return true;
  return (header("cookie") ?? "").split(";").some((pair) => {
    const equals = pair.indexOf("=");
    const [name = "", value = ""] = [pair.slice(0, equals), pair.slice(equals + 1)];
    const plain = value.trim().replace(/^"(.*)"$/, "$1");
    return readingsOf(plain).some((text) => isGoodCookie(name.trim(), text));
  });
}
