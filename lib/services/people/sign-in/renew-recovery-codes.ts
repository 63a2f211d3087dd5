import { db } from "@/lib/db/client";
import { sourceOf } from "@/lib/services/ground/act-source";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { hasSecondFactor, readFactors } from "@/lib/services/people/factor/factors";
import { replaceRecoveryCodes } from "@/lib/services/people/factor/recovery-codes";
import { auditUser } from "@/lib/services/people/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { tellUser } from "@/lib/services/people/security/tell-user";
import { requireOwnFreshSession } from "@/lib/services/people/session/own-session";
import type { SignedIn } from "@/lib/services/people/session/signed-in";

/** Makes ten new recovery codes, whose texts are told this once; the former ones are worth nothing. */
export async function renewRecoveryCodes(
  me: SignedIn,
): Promise<{ readonly recoveryCodes: readonly string[] }> {
  await requireOwnFreshSession(me);
  const { userId } = me;
  if (!hasSecondFactor(await readFactors(db(), userId))) {
    throw preconditionFailed("Set up an authenticator app or passkey first.");
  }
  const { user, recoveryCodes } = await withAnonymousTransaction(async (tx) => {
    const found = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await auditUser(tx, found, {
      verb: "user.renew-recovery-codes",
      summary: "generated new recovery codes",
      source: sourceOf(me),
    });
    return { user: found, recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
  tellUser(user, "Your recovery codes were replaced.");
  reportSecurityEvent({
    event: "factor.added",
    userId,
    from: me.address,
    detail: "recovery-codes",
  });
  return { recoveryCodes };
}
