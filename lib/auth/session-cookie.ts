import { env } from "@/lib/platform/env";
import { ABSOLUTE_MS } from "@/lib/services/people/session/session-limits";

/** The cookie lives as long as a session may. */
export const SESSION_SECONDS = ABSOLUTE_MS / 1_000;

/** The cookie that carries the sign-in; sent over TLS only wherever the console uses TLS. */
export function sessionCookie() {
  const secure = env.consoleUrl().startsWith("https://");
  return {
    name: `${secure ? "__Host-" : ""}stanchion-sign-in`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  } as const;
}
