import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/platform/env";

const VALID_SECONDS = 180 * 24 * 60 * 60;
const SHAPE = /^([\w-]{22})\.(\d{10})\.([\w-]{43})$/;

/** The cookie by which a browser shows that a user signed in with it before. It opens nothing by itself. */
export function knownBrowserCookie() {
  const secure = env.consoleUrl().startsWith("https://");
  return {
    name: `${secure ? "__Host-" : ""}stanchion-browser`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: VALID_SECONDS },
  } as const;
}

/** What to keep in the browser of somebody who has just signed in, or used the link in an e-mail. */
export function makeKnownBrowser(email: string, nowMs: number): string {
  const id = randomBytes(16).toString("base64url");
  const seconds = String(Math.floor(nowMs / 1_000));
  return `${id}.${seconds}.${sign(id, seconds, email)}`;
}

/** The id of a browser with which this user signed in during the last half year; null for any other. */
export function readKnownBrowser(
  value: string | undefined,
  email: string,
  nowMs: number,
): string | null {
  const [, id, seconds, signature] = SHAPE.exec(value ?? "") ?? [];
  if (id === undefined || seconds === undefined || signature === undefined) return null;
  if (Number(seconds) + VALID_SECONDS < nowMs / 1_000) return null;
  const expected = Buffer.from(sign(id, seconds, email));
  return timingSafeEqual(Buffer.from(signature), expected) ? id : null;
}

/** The e-mail is signed and not contained: the cookie does not tell who uses the browser. */
function sign(id: string, seconds: string, email: string): string {
  const text = JSON.stringify(["known browser", id, seconds, email.trim().toLowerCase()]);
  return createHmac("sha256", env.sessionSecret()).update(text).digest("base64url");
}
