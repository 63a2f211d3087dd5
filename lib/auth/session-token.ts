import { decode, type JWT, type JWTDecodeParams } from "next-auth/jwt";
import { env } from "@/lib/platform/env";
import type { SessionClaims } from "./load-context";

/**
 * Opens the cookie of a sign-in with the secret in use or a former one, so that nobody is signed out when the
 * secret is replaced. Throws when none of them sealed it.
 */
export async function decodeSession(params: JWTDecodeParams): Promise<JWT | null> {
  const former = env.previousSessionSecrets();
  try {
    return await decode(params);
  } catch (error) {
    for (const secret of former) {
      const token = await decode({ ...params, secret }).catch(() => null);
      if (token !== null) return token;
    }
    throw error;
  }
}

/**
 * What the cookie of a sign-in says; null when it was not sealed here, or is too old. next-auth's own reading would seal
 * a new cookie each time, which no route handler sends.
 */
export async function readClaims(sealed: string): Promise<SessionClaims | null> {
  const token = await decodeSession({ token: sealed, secret: env.sessionSecret() }).catch(
    () => null,
  );
  if (token === null) return null;
  const { userId, customerId, sessionId } = token;
  return { userId, customerId, sessionId };
}
