import type { Tx } from "@/lib/db/client";
import { env } from "@/lib/platform/env";
import { invalidField, ServiceError } from "@/lib/services/errors";
import { hashMailedToken } from "@/lib/services/mailed-token";
import { type Registered, registerCustomer } from "./register-customer";
import { type SignUpInput, signUpInput } from "./schemas";
import { takeTry } from "./throttle";

const TRIES = { triesMax: 20, windowSeconds: 60 * 60 };

/**
 * Makes a user, a customer and its first owner. SIGN_UP decides who may: everybody (open), holders of an
 * invitation to found a customer (invite), or nobody (closed). Throws `forbidden`, `invalid`,
 * `conflict` with the field that is taken, or `limit_exceeded`.
 */
export async function signUp(rawInput: SignUpInput, address: string): Promise<Registered> {
  const mode = env.signUp();
  if (mode === "closed") {
    throw new ServiceError("forbidden", "Sign-up is closed. Ask the operator of this server.");
  }
  const { invitationToken, ...input } = signUpInput.parse(rawInput);
  await takeTry([{ key: ["sign-up", address], ...TRIES }]);
  return registerCustomer(input, async (tx) => {
    if (mode === "invite") await redeemInvitation(tx, input.email, invitationToken);
  });
}

/** Marks the invitation as used; of several requests at the same moment one succeeds. */
async function redeemInvitation(tx: Tx, email: string, token: string | undefined): Promise<void> {
  if (token === undefined) {
    throw new ServiceError(
      "forbidden",
      "Sign-up is by invitation. Ask for one, then use its link.",
    );
  }
  const [invitation] = await tx.invitation.updateManyAndReturn({
    where: {
      tokenHash: hashMailedToken(token),
      customerId: null,
      acceptedAt: null,
      expiresAt: { gt: new Date() },
    },
    data: { acceptedAt: new Date() },
  });
  if (invitation === undefined) {
    throw new ServiceError(
      "forbidden",
      "This invitation was used or has expired. Ask for another.",
    );
  }
  if (invitation.email !== email) {
    throw invalidField("email", `The invitation is for ${invitation.email}.`);
  }
}
