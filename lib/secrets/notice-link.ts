import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "./seal";

type SigningKey = { readonly bytes: Buffer };

/** Ids of customer and event on the wire. */
type EventName = { readonly customerId: string; readonly eventId: string };

/** What a link of a notice is about: the notice, and the place for which it was asked. */
export type NoticeClaims = {
  readonly id: string;
  readonly runId: number;
  readonly lane: number;
  readonly number: number;
  /** False for a number of before the draw. */
  readonly drawn: boolean;
  readonly kind: "mail" | "push";
  readonly expiresUnixSeconds: number;
};

/** `confirm` lets us write to an address, `stop` deletes it. */
export type NoticeLinkUse = "confirm" | "stop";

const TEXT = /^([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_-]{43})$/;

/** Signs what stands in a link for one use. Nobody can make one, or use it for the other thing or at another event. */
export function makeNoticeLink(
  key: SigningKey,
  event: EventName,
  use: NoticeLinkUse,
  claims: NoticeClaims,
): string {
  const { id, runId, lane, number, drawn, kind, expiresUnixSeconds } = claims;
  const body = JSON.stringify([id, runId, lane, number, drawn, kind, expiresUnixSeconds]);
  const payload = Buffer.from(body).toString("base64url");
  return `${payload}.${signature(key, event, use, payload).toString("base64url")}`;
}

/** Reads such a text; null where it is not ours, was changed, is for another use or has expired. */
export function readNoticeLink(
  key: SigningKey,
  event: EventName,
  { use, text, nowUnixSeconds }: { use: NoticeLinkUse; text: string; nowUnixSeconds: number },
): NoticeClaims | null {
  const [, payload, given] = TEXT.exec(text) ?? [];
  if (payload === undefined || given === undefined) return null;
  const bytes = Buffer.from(given, "base64url");
  if (bytes.toString("base64url") !== given) return null;
  if (!timingSafeEqual(bytes, signature(key, event, use, payload))) return null;
  // Nobody but us can have written it.
  const [id, runId, lane, number, drawn, kind, expiresUnixSeconds] = JSON.parse(
    Buffer.from(payload, "base64url").toString("utf8"),
  );
  if (expiresUnixSeconds < nowUnixSeconds) return null;
  return { id, runId, lane, number, drawn, kind, expiresUnixSeconds };
}

function signature(
  { bytes }: SigningKey,
  { customerId, eventId }: EventName,
  use: NoticeLinkUse,
  payload: string,
): Buffer {
  const key = deriveKey({ bytes }, "stanchion/notice-link", Buffer.alloc(0));
  const signed = createHmac("sha256", key);
  return signed.update(use).update(`|${payload}|${customerId}|${eventId}`).digest();
}

/** The hash by which an address or a subscription is known again; without the event's key nobody can find it by trying. */
export function noticeHash({ bytes }: SigningKey, text: string): string {
  const key = deriveKey({ bytes }, "stanchion/notice-address", Buffer.alloc(0));
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** What the seal of a notice on its way to the worker is bound to. */
export function noticeEntryContext({ customerId, eventId }: EventName, id: string): string {
  return `notice-entry:${customerId}/${eventId}/${id}`;
}

/** What the seal of an address that is kept is bound to. */
export function noticeContext(id: string): string {
  return `notice:${id}`;
}

/** What the seal of the key is bound to by which push services know the installation. */
export const PUSH_KEY_CONTEXT = "push-key";
