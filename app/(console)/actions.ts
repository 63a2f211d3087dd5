"use server";

import { getSessionUser, getSignedIn } from "@/lib/auth/get-service-context";
import { switchCustomer } from "@/lib/auth/switch-customer";
import { runAction } from "@/lib/http/run-action";
import { notFound } from "@/lib/services/errors";
import {
  type ProveByPasswordInput,
  proveByPassword,
} from "@/lib/services/session/prove-by-password";

/** Takes the database id, as the shell has it; `switchCustomer` takes the one on the wire. */
export async function switchCustomerAction({ customerId }: { customerId: string }) {
  return runAction(async () => {
    const { memberships } = await getSessionUser();
    const membership = memberships.find(({ customer }) => customer.id === customerId);
    if (membership === undefined) throw notFound("customer");
    await switchCustomer(membership.customer.wireId);
  });
}

export async function proveByPasswordAction(input: ProveByPasswordInput) {
  return runAction(async () => proveByPassword(await getSignedIn(), input));
}
