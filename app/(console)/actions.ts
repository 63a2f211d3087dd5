"use server";

import { getSessionUser, getSignedIn } from "@/lib/auth/get-service-context";
import { switchCustomer } from "@/lib/auth/switch-customer";
import { runAction } from "@/lib/http/run-action";
import { notFound } from "@/lib/services/ground/errors";
import type { AssertionInput } from "@/lib/services/people/passkey/schemas";
import { beginPasskeyProof, proveByPasskey } from "@/lib/services/people/passkey/sign-in";
import { proofWays } from "@/lib/services/people/sign-in/proof-ways";
import { type ProveByCodeInput, proveByCode } from "@/lib/services/people/sign-in/prove-by-code";
import {
  type ProveByPasswordInput,
  proveByPassword,
} from "@/lib/services/people/sign-in/prove-by-password";

/** Takes the database id, as the shell has it; `switchCustomer` takes the one on the wire. */
export async function switchCustomerAction({ customerId }: { customerId: string }) {
  return runAction(async () => {
    const { memberships } = await getSessionUser();
    const membership = memberships.find(({ customer }) => customer.id === customerId);
    if (membership === undefined) throw notFound("customer");
    await switchCustomer(membership.customer.wireId);
  });
}

/** What who is signed in can show to prove again who they are. */
export async function proofWaysAction() {
  return runAction(async () => proofWays(await getSignedIn()));
}

export async function proveByPasswordAction(input: ProveByPasswordInput) {
  return runAction(async () => proveByPassword(await getSignedIn(), input));
}

export async function proveByCodeAction(input: ProveByCodeInput) {
  return runAction(async () => proveByCode(await getSignedIn(), input));
}

export async function beginPasskeyProofAction() {
  return runAction(async () => beginPasskeyProof(await getSignedIn()));
}

export async function proveByPasskeyAction(input: AssertionInput) {
  return runAction(async () => proveByPasskey(await getSignedIn(), input));
}
