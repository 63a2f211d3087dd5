import { cookies, headers } from "next/headers";
import { encode } from "next-auth/jwt";
import { clientAddress } from "@/lib/platform/client-address";
import { env } from "@/lib/platform/env";
import { startSession } from "@/lib/services/people/session/start-session";
import type { Proven } from "@/lib/services/people/sign-in/second-step";
import { knownBrowserCookie, makeKnownBrowser } from "./known-browser";
import { secondStepCookie } from "./second-step-cookie";
import { SESSION_SECONDS, sessionCookie } from "./session-cookie";

/** Who was proven to be there, and for which customer, where a single sign-on vouched. */
type Beginning = Proven & {
  readonly ssoCustomerId?: string;
  readonly provenAt?: Date | null;
};

/**
 * Signs somebody in: starts a session, whose cookie replaces any that the browser had, and makes the browser one that is
 * known to the user. For server actions and route handlers, which may set cookies.
 */
export async function beginSession(beginning: Beginning): Promise<void> {
  const { user, method, ssoCustomerId, provenAt } = beginning;
  const asked = await headers();
  const sessionId = await startSession({
    user,
    method,
    userAgent: asked.get("user-agent") ?? "",
    address: clientAddress(asked),
    ...(ssoCustomerId === undefined ? {} : { ssoCustomerId }),
    ...(provenAt === undefined ? {} : { provenAt }),
  });
  const { id: userId, name, email } = user;
  const customerId = ssoCustomerId ?? user.customerId;
  const sealed = await encode({
    token: { sub: userId, name, email, userId, customerId, sessionId },
    secret: env.sessionSecret(),
    maxAge: SESSION_SECONDS,
  });
  const jar = await cookies();
  const session = sessionCookie();
  jar.set(session.name, sealed, { ...session.options, maxAge: SESSION_SECONDS });
  jar.delete(secondStepCookie().name);
  // A provider that vouches for an address does not make the browser one that the user's password is tried from.
  if (ssoCustomerId !== undefined) return;
  const known = knownBrowserCookie();
  jar.set(known.name, makeKnownBrowser(email, Date.now()), known.options);
}
