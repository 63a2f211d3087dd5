import { getServerSession } from "next-auth";
import { cache } from "react";
import type { ServiceContext } from "@/lib/services/context";
import { loadServiceContext, loadSessionUser, type SessionUser } from "./load-context";
import { authOptions } from "./options";

const readSession = cache(() => getServerSession(authOptions()));

/**
 * Who asks, for server components, server actions and route handlers. Membership and role are read
 * from the database on each request. Throws `unauthenticated` or `forbidden`.
 */
export const getServiceContext: () => Promise<ServiceContext> = cache(async () =>
  loadServiceContext(await readSession()),
);

/** The signed-in person and their memberships. Throws `unauthenticated`. */
export const getSessionUser: () => Promise<SessionUser> = cache(async () =>
  loadSessionUser(await readSession()),
);
