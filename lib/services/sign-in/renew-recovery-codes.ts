import { db } from "@/lib/db/client";
import { ServiceError } from "@/lib/services/errors";
import { auditUser } from "@/lib/services/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/security/security-event";
import { tellUser } from "@/lib/services/security/tell-user";
import type { SignedIn } from "@/lib/services/session/signed-in";
import { withAnonymousTransaction } from "@/lib/services/with-transaction";
import { hasSecondFactor, readFactors } from "./factors";
import { requireOwnFreshSession } from "./own-session";
import { replaceRecoveryCodes } from "./recovery-codes";

/** Makes ten new recovery codes, whose texts are told this once; the former ones are worth nothing. */
export async function renewRecoveryCodes(
  me: SignedIn,
): Promise<{ readonly recoveryCodes: readonly string[] }> {
  await requireOwnFreshSession(me);
  const { userId } = me;
  if (!hasSecondFactor(await readFactors(db(), userId))) {
    throw new ServiceError("precondition_failed", "Set up an app or a passkey first.");
  }
  const { user, recoveryCodes } = await withAnonymousTransaction(async (tx) => {
    const found = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await auditUser(tx, found, {
      verb: "user.renew-recovery-codes",
      summary: "made new recovery codes",
    });
    return { user: found, recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
  tellUser(user, "Your recovery codes were replaced by new ones.");
  reportSecurityEvent({
    event: "factor.added",
    userId,
    from: me.address,
    detail: "recovery-codes",
  });
  return { recoveryCodes };
}
