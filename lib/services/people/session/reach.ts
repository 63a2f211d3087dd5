import { db } from "@/lib/db/client";
import { ServiceError } from "@/lib/services/ground/errors";
import type { SignedIn } from "./signed-in";

/** How far a session reaches. */
export type Reach = {
  /** The sessions of its user that it sees and ends. */
  readonly sessions: { readonly userId: string; readonly ssoCustomerId?: string };
  readonly hasCustomer: (customerId: string) => boolean;
};

/**
 * How far the session that asks reaches: to all of its user, or, where it began by a customer's single sign-on, to what
 * began by the same. Whoever runs that may be anybody. Throws `unauthenticated`.
 */
export async function readReach({ userId, sessionId }: SignedIn): Promise<Reach> {
  const session = await db().session.findFirst({ where: { id: sessionId, userId } });
  if (session === null) throw new ServiceError("unauthenticated", "Sign in to continue.");
  const { ssoCustomerId } = session;
  return {
    sessions: ssoCustomerId === null ? { userId } : { userId, ssoCustomerId },
    hasCustomer: (customerId) => reaches(ssoCustomerId, customerId),
  };
}

/** Whether a session that a customer's single sign-on began, or none did, reaches a customer. */
export function reaches(ssoCustomerId: string | null, customerId: string): boolean {
  return ssoCustomerId === null || ssoCustomerId === customerId;
}
