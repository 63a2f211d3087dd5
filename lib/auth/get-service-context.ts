import { cookies, headers } from "next/headers";
import { cache } from "react";
import { clientAddress } from "@/lib/platform/client-address";
import { sourceOf } from "@/lib/services/ground/act-source";
import type { ServiceContext } from "@/lib/services/ground/context";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import {
  loadReadingContext,
  loadReadingUser,
  loadServiceContext,
  loadSessionUser,
  type SessionUser,
} from "./load-context";
import { sessionCookie } from "./session-cookie";
import { readClaims } from "./session-token";

const readSession = cache(async () => {
  const sealed = (await cookies()).get(sessionCookie().name)?.value;
  return sealed === undefined ? null : readClaims(sealed);
});

/**
 * Who asks for something to be changed. Membership and role are read from the database on each request. Throws
 * `unauthenticated` or `forbidden`.
 */
export const getServiceContext: () => Promise<ServiceContext> = cache(async () => {
  const context = await loadServiceContext(await readSession());
  const sessionId = context.signIn?.sessionId ?? null;
  return { ...context, source: sourceOf({ sessionId, address: clientAddress(await headers()) }) };
});

/** The signed-in person and their memberships. Throws `unauthenticated`. */
export const getSessionUser: () => Promise<SessionUser> = cache(async () =>
  loadSessionUser(await readSession()),
);

/** Who asks for a page: up to ten seconds old, or as old as the last change of this process. */
export const getReadingContext: () => Promise<ServiceContext> = cache(async () =>
  loadReadingContext(await readSession()),
);

/** The same with all their memberships. Throws `unauthenticated`. */
export const getReadingUser: () => Promise<SessionUser> = cache(async () =>
  loadReadingUser(await readSession()),
);

/** The signed-in person as verbs on their own sign-in take them. Throws `unauthenticated`. */
export async function getSignedIn(): Promise<SignedIn> {
  const user = await getSessionUser();
  return {
    userId: user.id,
    sessionId: user.sessionId,
    address: clientAddress(await headers()),
  };
}
