import { decode, type JWT, type JWTDecodeParams } from "next-auth/jwt";
import { env } from "@/lib/platform/env";
import { sharedReads } from "@/lib/services/ground/shared-reads";
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

type Opened = { readonly claims: SessionClaims; readonly expiresAtMs: number };

/** An open page asks every two seconds with the same cookie. What it says never changes; whether it counts the database says. */
const opened = sharedReads<Opened>("session-tokens", {
  ...{ keptMs: 60_000, heldMax: 5_000 },
  tagsOf: () => [],
});

/**
 * What the cookie of a sign-in says; null when it was not sealed here, or is too old. next-auth's own reading would seal
 * a new cookie each time, which no route handler sends.
 */
export async function readClaims(sealed: string): Promise<SessionClaims | null> {
  try {
    const { claims, expiresAtMs } = await opened.get(sealed, () => open(sealed));
    return Date.now() < expiresAtMs ? claims : null;
  } catch {
    return null;
  }
}

async function open(sealed: string): Promise<Opened> {
  const token = await decodeSession({ token: sealed, secret: env.sessionSecret() });
  if (token === null) throw new Error("The cookie is empty.");
  const { userId, customerId, sessionId, exp } = token;
  const expiresAtMs = typeof exp === "number" ? exp * 1_000 : Number.POSITIVE_INFINITY;
  return { claims: { userId, customerId, sessionId }, expiresAtMs };
}
