import { db } from "@/lib/db/client";

/** Who signed in, as their session names them. */
export type VerifiedUser = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** The customer that they see first: the one they joined first. */
  readonly customerId: string | null;
};

/** Somebody who has shown who they are in another way than by a password. */
export async function verifiedUser(userId: string): Promise<VerifiedUser> {
  const user = await db().user.findUniqueOrThrow({
    where: { id: userId },
    include: { memberships: { orderBy: { createdAt: "asc" }, take: 1 } },
  });
  const { id, name, email, memberships } = user;
  return { id, name, email, customerId: memberships[0]?.customerId ?? null };
}
