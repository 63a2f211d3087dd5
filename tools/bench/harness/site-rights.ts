import { mintQueueToken, sealSessionCookie, sessionCookieName } from "@/connectors/src/core";

const QUEUE_ID = "3f1c9c7e-5d2a-4b1e-9f60-0a1b2c3d4e5f";

/** What a visitor of an event brings to a site: a token for an hour, or a session that began a minute ago. */
export function siteRights(eventId: string, secret: string) {
  const nowUnixSeconds = Math.floor(Date.now() / 1000);
  const issuedUnixSeconds = nowUnixSeconds - 60;
  const admission = { eventId, queueId: QUEUE_ID, redirectType: "queue" };
  const use = { expiresUnixSeconds: nowUnixSeconds + 3600, extendableCookie: true };
  return {
    token: mintQueueToken({ ...admission, ...use }, secret),
    /** Of a fixed session; null for one that activity extends. */
    cookieOf(fixedValidityMinutes: number | null): string {
      const session = { ...admission, fixedValidityMinutes, issuedUnixSeconds, hashedIp: "" };
      const value = encodeURIComponent(sealSessionCookie(session, secret));
      return `${sessionCookieName(eventId)}=${value}`;
    },
    /** What the hash of a fixed session covers. */
    signedText: (fixedValidityMinutes: number): string =>
      `${eventId}${QUEUE_ID}${fixedValidityMinutes}queue${issuedUnixSeconds}`,
  };
}
