import { notFound } from "@/lib/services/ground/errors";
import { changeSignIn } from "./change-sign-in";
import { getSessionUser } from "./get-service-context";

/**
 * Switches the signed-in person to another of their customers, named by its wire id. For server actions
 * and route handlers, which may set cookies. Throws `not_found` when they are not a member.
 */
export async function switchCustomer(customerWireId: string): Promise<void> {
  const user = await getSessionUser();
  const membership = user.memberships.find(({ customer }) => customer.wireId === customerWireId);
  if (membership === undefined) throw notFound("customer");
  await changeSignIn({ customerId: membership.customer.id });
}
