import { randomBytes } from "node:crypto";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal } from "@/lib/secrets/seal";
import { base32, totpAddress } from "@/lib/secrets/totp";
import { sourceOf } from "@/lib/services/ground/act-source";
import { invalidField, preconditionFailed, ServiceError } from "@/lib/services/ground/errors";
import { takeTry } from "@/lib/services/ground/throttle";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { hasSecondFactor, readFactors } from "@/lib/services/people/factor/factors";
import {
  dropUnneededCodes,
  replaceRecoveryCodes,
} from "@/lib/services/people/factor/recovery-codes";
import { takeTotp, totpSealContext } from "@/lib/services/people/factor/totp-secret";
import { auditUser } from "@/lib/services/people/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { tellUser } from "@/lib/services/people/security/tell-user";
import { requireOwnFreshSession } from "@/lib/services/people/session/own-session";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import { requireMailedCode } from "@/lib/services/people/sign-in/first-factor";

const SECRET_BYTES = 20;

export const totpCodeInput = z.strictObject({ code: z.string().max(20) });
export type TotpCodeInput = z.input<typeof totpCodeInput>;

/** What an app needs to make codes. */
export type TotpSetUp = { readonly secret: string; readonly address: string };

/**
 * Makes a secret for the user's app. It counts for nothing before `confirmTotp`; until then each call makes
 * another. Throws `precondition_failed` when codes are set up already.
 */
export async function beginTotp(me: SignedIn): Promise<TotpSetUp> {
  await requireOwnFreshSession(me);
  await requireMailedCode(me);
  const { userId } = me;
  const user = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const bytes = randomBytes(SECRET_BYTES);
  const sealed = seal(
    masterKeysFromEnvironment()[0],
    totpSealContext(userId),
    bytes.toString("base64url"),
  );
  const { count } = await db().totpFactor.deleteMany({ where: { userId, confirmedAt: null } });
  const held = count === 0 ? await db().totpFactor.findUnique({ where: { userId } }) : null;
  if (held !== null) {
    throw preconditionFailed("An authenticator app is already set up.");
  }
  await db().totpFactor.create({ data: { userId, sealed } });
  const secret = base32(bytes);
  return { secret, address: totpAddress(secret, user.email) };
}

/**
 * Shows with a code that the app works: from now on a password alone does not sign in. Every other session
 * ends. Answers recovery codes when these are the user's first.
 */
export async function confirmTotp(
  me: SignedIn,
  rawInput: TotpCodeInput,
): Promise<{ readonly recoveryCodes: readonly string[] | null }> {
  await requireOwnFreshSession(me);
  await requireMailedCode(me);
  const { code } = totpCodeInput.parse(rawInput);
  const { userId } = me;
  await takeTry([{ key: ["confirm-totp", userId], triesMax: 10, windowSeconds: 60 * 60 }]);
  const answer = await withAnonymousTransaction(async (tx) => {
    const row = await tx.totpFactor.findFirst({ where: { userId, confirmedAt: null } });
    if (row === null) {
      throw preconditionFailed("No setup in progress. Start over.");
    }
    if (!(await takeTotp(tx, row, code))) {
      throw invalidField("code", "Incorrect code. Check that your phone's clock is correct.");
    }
    const isFirst = !hasSecondFactor(await readFactors(tx, userId));
    await tx.totpFactor.update({ where: { userId }, data: { confirmedAt: new Date() } });
    await tx.session.deleteMany({ where: { userId, id: { not: me.sessionId } } });
    await tx.session.updateMany({ where: { id: me.sessionId, userId }, data: { isStrong: true } });
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await auditUser(tx, user, {
      verb: "user.add-totp",
      summary: "set up an authenticator app",
      source: sourceOf(me),
    });
    return { user, recoveryCodes: isFirst ? await replaceRecoveryCodes(tx, userId) : null };
  });
  tellUser(answer.user, "An authenticator app was set up. It is now required to sign in.");
  reportSecurityEvent({ event: "factor.added", userId, from: me.address, detail: "totp" });
  return { recoveryCodes: answer.recoveryCodes };
}

/** Takes the app away. Without any other second factor the recovery codes go, too. */
export async function removeTotp(me: SignedIn): Promise<void> {
  await requireOwnFreshSession(me);
  const { userId } = me;
  const user = await withAnonymousTransaction(async (tx) => {
    const { count } = await tx.totpFactor.deleteMany({ where: { userId } });
    if (count === 0) throw new ServiceError("not_found", "No authenticator app is set up.");
    await dropUnneededCodes(tx, userId);
    const found = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await auditUser(tx, found, {
      verb: "user.remove-totp",
      summary: "removed their authenticator app",
      source: sourceOf(me),
    });
    return found;
  });
  tellUser(user, "Your authenticator app was removed. It is no longer required to sign in.");
  reportSecurityEvent({ event: "factor.removed", userId, from: me.address, detail: "totp" });
}
