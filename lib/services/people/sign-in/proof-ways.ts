import { db } from "@/lib/db/client";
import { hasSecondFactor, readFactors } from "@/lib/services/people/factor/factors";
import type { SignedIn } from "@/lib/services/people/session/signed-in";

/** What somebody can show to prove again who they are. */
export type ProofWays = {
  /** Only of who has no second factor. */
  readonly password: boolean;
  readonly passkey: boolean;
  /** Of an app, or a recovery code. */
  readonly code: boolean;
  /** The customer id for the sign-in through their company, where they came by it: the only way then. */
  readonly customerId: string | null;
};

/** How the session that asks can be made a fresh one. Tells a customer's single sign-on nothing of the user's factors. */
export async function proofWays({ userId, sessionId }: SignedIn): Promise<ProofWays> {
  const session = await db().session.findFirst({ where: { id: sessionId, userId } });
  const id = session?.ssoCustomerId ?? null;
  if (id !== null) {
    const company = await db().customer.findUnique({ where: { id } });
    return { password: false, passkey: false, code: false, customerId: company?.wireId ?? null };
  }
  const factors = await readFactors(db(), userId);
  const hasSecond = hasSecondFactor(factors);
  return {
    password: !hasSecond,
    passkey: factors.passkeys > 0,
    code: hasSecond && (factors.totp || factors.recoveryCodes > 0),
    customerId: null,
  };
}
