"use server";

import { getReadingContext, getSessionUser, getSignedIn } from "@/lib/auth/get-service-context";
import { switchCustomer } from "@/lib/auth/switch-customer";
import { listDocsPages } from "@/lib/docs/list-pages";
import { defineOwnAction } from "@/lib/http/console";
import { runAction } from "@/lib/http/run-action";
import { notFound } from "@/lib/services/ground/errors";
import { listAddresses } from "@/lib/services/installation/directory/list-addresses";
import { beginPasskeyProof, proveByPasskey } from "@/lib/services/people/passkey/sign-in";
import { proofWays } from "@/lib/services/people/sign-in/proof-ways";
import { proveByCode } from "@/lib/services/people/sign-in/prove-by-code";
import { proveByPassword } from "@/lib/services/people/sign-in/prove-by-password";

/** Takes the database id, as the shell has it; `switchCustomer` takes the one on the wire. */
export async function switchCustomerAction({ customerId }: { customerId: string }) {
  return runAction(async () => {
    const { memberships } = await getSessionUser();
    const membership = memberships.find(({ customer }) => customer.id === customerId);
    if (membership === undefined) throw notFound("customer");
    await switchCustomer(membership.customer.wireId);
  });
}

/** What the palette finds besides pages and events: everything of the customer that has an address, and the documentation. */
export async function listAddressesAction() {
  return runAction(async () => {
    const [addresses, docs] = await Promise.all([
      listAddresses(await getReadingContext()),
      listDocsPages(),
    ]);
    return { addresses, docs };
  });
}

/** What who is signed in can show to prove again who they are. */
export async function proofWaysAction() {
  return runAction(async () => proofWays(await getSignedIn()));
}

export const proveByPasswordAction = defineOwnAction(proveByPassword);

export const proveByCodeAction = defineOwnAction(proveByCode);

export async function beginPasskeyProofAction() {
  return runAction(async () => beginPasskeyProof(await getSignedIn()));
}

export const proveByPasskeyAction = defineOwnAction(proveByPasskey);
