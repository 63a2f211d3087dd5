import type { SessionClaims } from "./load-context";
import { sessionCookie } from "./session-cookie";
import { readClaims } from "./session-token";

/** What the sign-in cookie of a request says; null when it brings none that counts. Works outside of Next.js, too. */
export async function claimsOfRequest({ headers }: Request): Promise<SessionClaims | null> {
  const start = `${sessionCookie().name}=`;
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(start));
  return found === undefined ? null : readClaims(found.slice(start.length));
}
