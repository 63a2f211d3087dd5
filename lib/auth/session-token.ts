import { decode, type JWT, type JWTDecodeParams } from "next-auth/jwt";
import { env } from "@/lib/platform/env";

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
