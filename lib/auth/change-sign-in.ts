import { cookies } from "next/headers";
import { encode } from "next-auth/jwt";
import { env } from "@/lib/platform/env";
import { SESSION_SECONDS, sessionCookie } from "./session-cookie";
import { decodeSession } from "./session-token";

/** What of a sign-in may change while it goes on: the customer in use, and the id of its session. */
type SignInChange = { readonly customerId: string } | { readonly sessionId: string };

/** Gives the browser a cookie that says something else. For server actions and route handlers, which may set cookies. */
export async function changeSignIn(change: SignInChange): Promise<void> {
  const { name, options } = sessionCookie();
  const jar = await cookies();
  const sealed = await withChange(jar.get(name)?.value ?? "", change);
  jar.set(name, sealed, { ...options, maxAge: SESSION_SECONDS });
}

/** The same sign-in, saying something else. Throws when it was not sealed here. */
export async function withChange(sealedSession: string, change: SignInChange): Promise<string> {
  const secret = env.sessionSecret();
  const token = await decodeSession({ token: sealedSession, secret });
  if (token === null) throw new Error("The sign-in could not be read again.");
  return encode({ token: { ...token, ...change }, secret, maxAge: SESSION_SECONDS });
}
