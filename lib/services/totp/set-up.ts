import { randomBytes } from "node:crypto";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal } from "@/lib/secrets/seal";
import { base32, totpAddress } from "@/lib/secrets/totp";
import { invalidField, ServiceError } from "@/lib/services/errors";
import { auditUser } from "@/lib/services/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/security/security-event";
import { tellUser } from "@/lib/services/security/tell-user";
import type { SignedIn } from "@/lib/services/session/signed-in";
import { hasSecondFactor, readFactors } from "@/lib/services/sign-in/factors";
import { requireMailedCode } from "@/lib/services/sign-in/first-factor";
import { requireOwnFreshSession } from "@/lib/services/sign-in/own-session";
import { dropUnneededCodes, replaceRecoveryCodes } from "@/lib/services/sign-in/recovery-codes";
import { takeTry } from "@/lib/services/user/throttle";
import { withAnonymousTransaction } from "@/lib/services/with-transaction";
import { takeTotp, totpSealContext } from "./totp-secret";

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
    throw new ServiceError("precondition_failed", "Codes of an app are set up already.");
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
      throw new ServiceError("precondition_failed", "Begin again: no app waits to be confirmed.");
    }
    if (!(await takeTotp(tx, row, code))) {
      throw invalidField("code", "This is not the code of now. Is the clock of your phone right?");
    }
    const isFirst = !hasSecondFactor(await readFactors(tx, userId));
    await tx.totpFactor.update({ where: { userId }, data: { confirmedAt: new Date() } });
    await tx.session.deleteMany({ where: { userId, id: { not: me.sessionId } } });
    await tx.session.updateMany({ where: { id: me.sessionId, userId }, data: { isStrong: true } });
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await auditUser(tx, user, {
      verb: "user.add-totp",
      summary: "set up codes of an app as a second factor",
    });
    return { user, recoveryCodes: isFirst ? await replaceRecoveryCodes(tx, userId) : null };
  });
  tellUser(answer.user, "From now on, signing in asks for a code of your app.");
  reportSecurityEvent({ event: "factor.added", userId, from: me.address, detail: "totp" });
  return { recoveryCodes: answer.recoveryCodes };
}

/** Takes the app away. Without any other second factor the recovery codes go, too. */
export async function removeTotp(me: SignedIn): Promise<void> {
  await requireOwnFreshSession(me);
  const { userId } = me;
  const user = await withAnonymousTransaction(async (tx) => {
    const { count } = await tx.totpFactor.deleteMany({ where: { userId } });
    if (count === 0) throw new ServiceError("not_found", "There is no app to take away.");
    await dropUnneededCodes(tx, userId);
    const found = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await auditUser(tx, found, {
      verb: "user.remove-totp",
      summary: "took away codes of an app as a second factor",
    });
    return found;
  });
  tellUser(user, "Signing in no longer asks for a code of your app.");
  reportSecurityEvent({ event: "factor.removed", userId, from: me.address, detail: "totp" });
}
