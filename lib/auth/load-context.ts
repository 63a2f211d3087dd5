import { db } from "@/lib/db/client";
import { permissionsOfRole, type Role } from "@/lib/domain/permissions/roles";
import type { ContextCustomer, ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";

/** What the sign-in cookie says. It is checked against the database on each request. */
export type SessionClaims = {
  readonly userId: string;
  readonly customerId: string | null;
  readonly sessionVersion: number;
};

export type SessionMembership = { readonly customer: ContextCustomer; readonly role: Role };

/** The signed-in person with all their memberships, and the one in use. */
export type SessionUser = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly memberships: readonly SessionMembership[];
  /** Null when they belong to no customer, or no longer to the one in use. */
  readonly current: SessionMembership | null;
};

/** Loads the person behind a sign-in. Throws `unauthenticated` when the sign-in no longer counts. */
export async function loadSessionUser(claims: SessionClaims | null): Promise<SessionUser> {
  const user =
    claims === null
      ? null
      : await db().user.findUnique({
          where: { id: claims.userId, sessionVersion: claims.sessionVersion },
          include: { memberships: { include: { customer: true }, orderBy: { createdAt: "asc" } } },
        });
  if (claims === null || user === null) {
    throw new ServiceError("unauthenticated", "Sign in to continue.");
  }
  const memberships = user.memberships.map(({ customer, role }) => ({
    customer: { id: customer.id, wireId: customer.wireId, name: customer.name },
    role,
  }));
  const current = findCurrent(memberships, claims.customerId);
  return { id: user.id, name: user.name, email: user.email, memberships, current };
}

/**
 * Somebody who signed in before they belonged to any customer works in their first. Somebody who lost
 * the membership in use has to choose: nothing they sent for one customer may reach another.
 */
function findCurrent(
  memberships: readonly SessionMembership[],
  customerId: string | null,
): SessionMembership | null {
  if (customerId === null) return memberships[0] ?? null;
  return memberships.find(({ customer }) => customer.id === customerId) ?? null;
}

/** Throws `unauthenticated`, or `forbidden` for somebody who is not a member of the current customer. */
export async function loadServiceContext(claims: SessionClaims | null): Promise<ServiceContext> {
  const user = await loadSessionUser(claims);
  if (user.current === null) {
    throw new ServiceError("forbidden", "You are not a member of this customer. Choose another.");
  }
  return {
    customer: user.current.customer,
    actor: { type: "user", id: user.id, name: user.name },
    permissions: permissionsOfRole(user.current.role),
  };
}
