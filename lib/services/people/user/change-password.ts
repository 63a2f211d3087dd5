import { db } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import { sourceOf } from "@/lib/services/ground/act-source";
import { invalidField } from "@/lib/services/ground/errors";
import { forgetTries, takeTry } from "@/lib/services/ground/throttle";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { hasSecondFactor, readFactors } from "@/lib/services/people/factor/factors";
import { auditUser } from "@/lib/services/people/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { tellUser } from "@/lib/services/people/security/tell-user";
import {
  requireOwnFreshSession,
  requireOwnSession,
} from "@/lib/services/people/session/own-session";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import { hashPassword, isPassword, requireUncommon } from "./password";
import { type ChangePasswordInput, changePasswordInput } from "./schemas";

/**
 * Changes the password of who is signed in and knows the present one. Their other sessions and every
 * mailed link end, and this session goes on under another id, which is answered: a cookie that was copied before is worth
 * nothing. `me` must come from the sign-in. Throws `invalid` at the field, `limit_exceeded` after five wrong ones, each
 * further one after twice the time, `forbidden` for a session of a single sign-on, and `reauthenticate` where the user
 * has a second factor that was not shown within ten minutes.
 */
export async function changePassword(
  me: SignedIn,
  rawInput: ChangePasswordInput,
): Promise<{ readonly sessionId: string }> {
  const { current, password } = changePasswordInput.parse(rawInput);
  await requireOwnSession(me);
  if (hasSecondFactor(await readFactors(db(), me.userId))) await requireOwnFreshSession(me);
  const key = ["change-password", me.userId];
  const counted = await takeTry([
    { key, triesMax: 5, windowSeconds: 24 * 60 * 60, delaySeconds: 60 },
  ]);
  const user = await db().user.findUniqueOrThrow({ where: { id: me.userId } });
  if (!(await isPassword(counted, current, user.passwordHash))) {
    reportSecurityEvent({ event: "password.change-refused", userId: user.id, from: me.address });
    throw invalidField("current", "Incorrect password.");
  }
  if (current === password)
    throw invalidField("password", "Choose a password different from your current one.");
  await requireUncommon(password, [user.name, user.email]);
  const passwordHash = await hashPassword(counted, password);
  const sessionId = newId("session");
  await withAnonymousTransaction(async (tx) => {
    await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
    await tx.passwordReset.updateMany({
      where: { userId: user.id, usedAt: null },
      data: { usedAt: new Date() },
    });
    await tx.session.deleteMany({ where: { userId: user.id, id: { not: me.sessionId } } });
    await tx.session.update({ where: { id: me.sessionId }, data: { id: sessionId } });
    await auditUser(tx, user, {
      verb: "user.change-password",
      summary: "changed their password",
      // The session has another id from now on.
      source: sourceOf({ sessionId, address: me.address }),
    });
  });
  await forgetTries([key]);
  tellUser(user, "Your password was changed, and all other browsers were signed out.");
  reportSecurityEvent({ event: "password.changed", userId: user.id, from: me.address });
  return { sessionId };
}
