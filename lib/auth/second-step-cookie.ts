import { env } from "@/lib/platform/env";

/** The cookie that a browser holds between a right password and its second step. It opens nothing by itself. */
export function secondStepCookie() {
  const secure = env.consoleUrl().startsWith("https://");
  return {
    name: `${secure ? "__Host-" : ""}stanchion-second-step`,
    options: { httpOnly: true, sameSite: "strict", path: "/", secure, maxAge: 600 },
  } as const;
}
