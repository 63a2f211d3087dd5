import { db } from "@/lib/db/client";
import { sourceOf } from "@/lib/services/ground/act-source";
import { preconditionFailed, type ServiceError } from "@/lib/services/ground/errors";
import { hashMailedToken } from "@/lib/services/ground/mailed-token";
import { type CountedTry, takeTry } from "@/lib/services/ground/throttle";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { auditUser } from "@/lib/services/people/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { tellUser } from "@/lib/services/people/security/tell-user";
import { hashPassword, requireUncommon } from "./password";
import { type ResetPasswordInput, resetPasswordInput } from "./schemas";

const WINDOW_SECONDS = 60 * 60;

/**
 * Sets a new password with the token of a mailed link, once, and answers the user's e-mail. Ends every
 * sign-in of the user and every other link. Throws `precondition_failed` when the link was used or has
 * expired, before anything costly is done, and `limit_exceeded` after thirty tries from an address.
 */
export async function resetPassword(
  rawInput: ResetPasswordInput,
  address: string,
): Promise<{ readonly email: string }> {
  const input = resetPasswordInput.parse(rawInput);
  const counted = await takeTry([
    { key: ["use-reset-from", address], triesMax: 30, windowSeconds: WINDOW_SECONDS },
  ]);
  return setByToken(counted, input, address);
}

/**
 * Whether the link of a mail still sets a password, for the page that it opens. Whoever has no token learns nothing: there
 * are 2^256.
 */
export async function isResetLinkValid(token: string): Promise<boolean> {
  return (await findReset(token)) !== null;
}

function findReset(token: string) {
  return db().passwordReset.findFirst({
    where: { tokenHash: hashMailedToken(token), usedAt: null, expiresAt: { gt: new Date() } },
    include: { user: true },
  });
}

/** The same without the limit of an address. */
export async function setByToken(
  counted: CountedTry,
  { token, password }: ResetPasswordInput,
  from: string,
): Promise<{ readonly email: string }> {
  const tokenHash = hashMailedToken(token);
  const found = await findReset(token);
  if (found === null) throw linkIsGone();
  await requireUncommon(password, [found.user.name, found.user.email]);
  const passwordHash = await hashPassword(counted, password);
  const user = await withAnonymousTransaction(async (tx) => {
    const now = new Date();
    const [reset] = await tx.passwordReset.updateManyAndReturn({
      where: { tokenHash, usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
    });
    if (reset === undefined) throw linkIsGone();
    const { userId } = reset;
    await tx.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
    await tx.session.deleteMany({ where: { userId } });
    const changed = await tx.user.update({ where: { id: userId }, data: { passwordHash } });
    await auditUser(tx, changed, {
      verb: "user.reset-password",
      summary: "set a new password by e-mail",
      source: sourceOf({ sessionId: null, address: from }),
    });
    return changed;
  });
  tellUser(user, "Your password was reset by e-mail, and all browsers were signed out.");
  reportSecurityEvent({ event: "password.reset", userId: user.id, from });
  return { email: user.email };
}

function linkIsGone(): ServiceError {
  return preconditionFailed("This link was used or has expired.");
}
