import { z } from "zod";
import { db, type Tx } from "@/lib/db/client";
import type { SignInMethod } from "@/lib/domain/sign-in/methods";
import { sourceOf } from "@/lib/services/ground/act-source";
import { invalidField } from "@/lib/services/ground/errors";
import { forgetTries, type ThrottleLimit, takeTry } from "@/lib/services/ground/throttle";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import {
  challengeTokenField,
  issueChallenge,
  readChallenge,
  takeChallenge,
} from "@/lib/services/people/factor/challenge";
import { useRecoveryCode } from "@/lib/services/people/factor/recovery-codes";
import { takeTotp } from "@/lib/services/people/factor/totp-secret";
import { auditUser } from "@/lib/services/people/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { tellUser } from "@/lib/services/people/security/tell-user";
import { type VerifiedUser, verifiedUser } from "@/lib/services/people/user/verified-user";

export const secondStepInput = z.strictObject({
  token: challengeTokenField,
  code: z.string().trim().min(1, "Enter the code.").max(40),
});
export type SecondStepInput = z.input<typeof secondStepInput>;

/** Who signed in, and by what. */
export type Proven = { readonly user: VerifiedUser; readonly method: SignInMethod };

/** Notes that a user's password was right, and answers the text with which the second step goes on. */
export function beginSecondStep(userId: string): Promise<string> {
  return issueChallenge({ purpose: "second-step", userId, data: {} });
}

/** The user whose second step this is. Throws `precondition_failed` when it took too long. */
export async function userOfSecondStep(token: string): Promise<string> {
  const { userId } = await readChallenge(token, "second-step");
  if (userId === null) throw new Error("A second step without a user.");
  return userId;
}

/**
 * The second step by a code of the app, or by a recovery code, which is used up. Throws `invalid` at the field,
 * `limit_exceeded` after five wrong ones, each further one after twice the time, and
 * `precondition_failed` when the step took too long.
 */
export async function finishByCode(rawInput: SecondStepInput, from: string): Promise<Proven> {
  const { token, code } = secondStepInput.parse(rawInput);
  const userId = await userOfSecondStep(token);
  const limit = secondStepLimit(userId);
  await takeTry([limit]);
  const method = await takeCode(userId, code, from);
  await takeChallenge(token, "second-step");
  await forgetTries([limit.key]);
  return { user: await verifiedUser(userId), method };
}

/** Guesses at codes, whether to sign in or to confirm, are counted together. */
export function secondStepLimit(userId: string): ThrottleLimit {
  return {
    key: ["second-step", userId],
    triesMax: 5,
    windowSeconds: 24 * 60 * 60,
    delaySeconds: 60,
  };
}

/** Takes a code of either kind. Throws `invalid` at the field. */
export async function takeCode(
  userId: string,
  code: string,
  from: string,
): Promise<"code" | "recovery-code"> {
  const isOfApp = /^\d{3}\s?\d{3}$/.test(code);
  const isTaken = isOfApp
    ? await takeAppCode(userId, code)
    : await takeRecoveryCode(userId, code, from);
  if (isTaken) return isOfApp ? "code" : "recovery-code";
  reportSecurityEvent({ event: "sign-in.proof-refused", userId, from });
  throw invalidField("code", "Incorrect or already used code. Wait for the next one.");
}

async function takeAppCode(userId: string, code: string): Promise<boolean> {
  const row = await db().totpFactor.findFirst({ where: { userId, confirmedAt: { not: null } } });
  return row !== null && takeTotp(db(), row, code);
}

async function takeRecoveryCode(userId: string, code: string, from: string): Promise<boolean> {
  const used = await withAnonymousTransaction(async (tx: Tx) => {
    if (!(await useRecoveryCode(tx, userId, code))) return null;
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const left = await tx.recoveryCode.count({ where: { userId } });
    await auditUser(tx, user, {
      verb: "user.use-recovery-code",
      summary: `used a recovery code; ${left} left`,
      details: { left },
      source: sourceOf({ sessionId: null, address: from }),
    });
    return { user, left };
  });
  if (used === null) return false;
  tellUser(used.user, `A recovery code was used to sign in. ${used.left} left.`);
  return true;
}
