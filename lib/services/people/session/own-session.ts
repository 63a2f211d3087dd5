import { db } from "@/lib/db/client";
import { forbidden, ServiceError } from "@/lib/services/ground/errors";
import { isFresh, staleSignIn } from "@/lib/services/ground/require-fresh-sign-in";
import type { SignedIn } from "./signed-in";

/**
 * First line of every verb that changes how somebody signs in. Throws `reauthenticate` for a session that is
 * not fresh, and `forbidden` for one that began by a customer's single sign-on.
 */
export async function requireOwnFreshSession(me: SignedIn): Promise<void> {
  if (!isFresh((await requireOwnSession(me)).provenAt)) throw staleSignIn();
}

/**
 * First line of every verb about the user and not about a customer. Throws `forbidden` for a session that began by a
 * customer's single sign-on: whoever runs that could else learn of the user's other customers, or come into them.
 */
export async function requireOwnSession({
  userId,
  sessionId,
}: SignedIn): Promise<{ readonly provenAt: Date | null }> {
  const session = await db().session.findFirst({ where: { id: sessionId, userId } });
  if (session === null) throw new ServiceError("unauthenticated", "Sign in to continue.");
  if (session.ssoCustomerId !== null) {
    throw forbidden("You signed in with SSO. Sign in with your password or passkey first.");
  }
  return session;
}
