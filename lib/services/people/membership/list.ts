import { db } from "@/lib/db/client";
import type { Role } from "@/lib/domain/permissions/roles";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";

export type MemberView = {
  readonly membershipId: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** ISO 8601, UTC. */
  readonly joinedAt: string;
};

/** All members of the customer, the earliest first. */
export const listMembers = defineVerb(
  "member:read",
  noInput,
  async (context): Promise<readonly MemberView[]> => {
    const memberships = await db().membership.findMany({
      where: { customerId: context.customer.id },
      include: { user: true },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    });
    return memberships.map(({ id, user, role, createdAt }) => ({
      membershipId: id,
      userId: user.id,
      name: user.name,
      email: user.email,
      role,
      joinedAt: createdAt.toISOString(),
    }));
  },
);
