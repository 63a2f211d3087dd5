import { env } from "@/lib/platform/env";

/** Binds a sign-in at a customer's provider to the browser that began it. Lax: the provider sends the browser back. */
export function singleSignOnCookie() {
  const secure = env.consoleUrl().startsWith("https://");
  return {
    name: `${secure ? "__Host-" : ""}stanchion-single-sign-on`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: 600 },
  } as const;
}
