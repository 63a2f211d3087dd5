import { env } from "@/lib/platform/env";

export const SESSION_SECONDS = 7 * 24 * 60 * 60;

/** The cookie that carries the sign-in; sent over TLS only wherever the console uses TLS. */
export function sessionCookie() {
  const secure = env.consoleUrl().startsWith("https://");
  return {
    name: `${secure ? "__Host-" : ""}stanchion-sign-in`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  } as const;
}
