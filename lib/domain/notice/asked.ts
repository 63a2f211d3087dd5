import { parseUrl } from "@/lib/domain/parse-url";

const ADDRESS_CHARACTERS_MAX = 254;
const ENDPOINT_CHARACTERS_MAX = 1_000;
/** An uncompressed point of P-256, and 16 random bytes: RFC 8291 §3. */
const PUBLIC_KEY_BYTES = 65;
const AUTH_BYTES = 16;
const BASE64URL = /^[\w-]*$/;

/** As mail servers take addresses: no quotes, no comments, a host with a dot. */
const ADDRESS = /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/;

/** Where a browser can be sent a notification, as its push service gave it out. */
export type PushSubscription = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};

/** What a visitor who waits asked for, as the waiting room tells the worker. */
export type AskedNotice = {
  readonly runId: number;
  readonly lane: number;
  readonly number: number;
  /** False for a number of before the draw. */
  readonly drawn: boolean;
  readonly queueId: string;
  readonly kind: "mail" | "push";
  readonly language: string;
  /** Where this visitor reaches the waiting room, without a slash at the end. */
  readonly roomUrl: string;
  /** The e-mail address, or the subscription as JSON. */
  readonly address: string;
  readonly addressHash: string;
};

/** The e-mail address in what a visitor has typed, in lower case; null for what is none. */
export function readMailAddress(text: string): string | null {
  const typed = text.trim().toLowerCase();
  return typed.length <= ADDRESS_CHARACTERS_MAX && ADDRESS.test(typed) ? typed : null;
}

/** What a browser has sent of its subscription; null unless it is whole and its endpoint is on https. */
export function readPushSubscription(given: {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}): PushSubscription | null {
  const { endpoint, p256dh, auth } = given;
  const url = endpoint.length > ENDPOINT_CHARACTERS_MAX ? null : parseUrl(endpoint);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return null;
  const isWhole = bytesOf(p256dh) === PUBLIC_KEY_BYTES && bytesOf(auth) === AUTH_BYTES;
  return isWhole ? { endpoint, p256dh, auth } : null;
}

/** How many bytes a text in base64url without padding stands for; 0 for anything else. */
function bytesOf(text: string): number {
  return BASE64URL.test(text) && text.length % 4 !== 1 ? Math.floor((text.length * 3) / 4) : 0;
}
