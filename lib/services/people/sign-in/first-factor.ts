import { randomBytes } from "node:crypto";
import { z } from "zod";
import { db } from "@/lib/db/client";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { base32 } from "@/lib/secrets/totp";
import { invalidField, preconditionFailed } from "@/lib/services/ground/errors";
import { hashMailedToken } from "@/lib/services/ground/mailed-token";
import { takeTry } from "@/lib/services/ground/throttle";
import { hasSecondFactor, readFactors } from "@/lib/services/people/factor/factors";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { requireOwnFreshSession } from "@/lib/services/people/session/own-session";
import type { SignedIn } from "@/lib/services/people/session/signed-in";

const VALID_MS = 10 * 60_000;
const CODE_BYTES = 5;
const HOUR_SECONDS = 60 * 60;

export const firstFactorCodeInput = z.strictObject({
  code: z.string().trim().min(1, "Enter the code.").max(40),
});
export type FirstFactorCodeInput = z.input<typeof firstFactorCodeInput>;

/**
 * Whether this session has to show a code from the user's mailbox before a first second factor is set up; never one of
 * a single sign-on, which sets none up. It has to
 * where a customer of theirs asks for more than a password: else whoever has only learned the password would set up a factor of
 * their own, and be in.
 */
export async function needsMailedCode({ userId, sessionId }: SignedIn): Promise<boolean> {
  const [session, factors, asking] = await Promise.all([
    db().session.findFirst({ where: { id: sessionId, userId } }),
    readFactors(db(), userId),
    db().membership.count({ where: { userId, customer: { signInRule: { not: "any" } } } }),
  ]);
  return (
    session !== null &&
    session.ssoCustomerId === null &&
    asking > 0 &&
    !hasSecondFactor(factors) &&
    session.mailProvenAt === null
  );
}

/** Second line of every verb that sets a factor up. Throws `precondition_failed` while the code is still wanted. */
export async function requireMailedCode(me: SignedIn): Promise<void> {
  if (!(await needsMailedCode(me))) return;
  throw preconditionFailed("Verify your e-mail address first: request a code and enter it here.");
}

/** Sends a code, which counts for this session alone and for ten minutes; one that was sent before ends. */
export async function sendFirstFactorCode(me: SignedIn): Promise<void> {
  await requireOwnFreshSession(me);
  const { userId, sessionId, address: from } = me;
  await takeTry([{ key: ["first-factor-mail", userId], triesMax: 5, windowSeconds: HOUR_SECONDS }]);
  const user = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const code = base32(randomBytes(CODE_BYTES)).toLowerCase();
  const asked = { purpose: "first-factor", userId };
  await db().signInChallenge.deleteMany({ where: asked });
  await db().signInChallenge.create({
    data: {
      ...asked,
      tokenHash: hashOf(sessionId, code),
      data: {},
      expiresAt: new Date(Date.now() + VALID_MS),
    },
  });
  await sendMail({
    to: user.email,
    subject: "Your Stanchion verification code",
    text: [
      `Hello ${user.name},`,
      "enter this code within ten minutes, in the browser where you requested it, to set up your second factor:",
      `${code.slice(0, 4)}-${code.slice(4)}`,
      "If you didn't request this, someone knows your password. Reset it now.",
    ].join("\n\n"),
  });
  reportSecurityEvent({ event: "factor.code-sent", userId, from });
}

/** Takes the code. Throws `invalid` at the field, and `limit_exceeded` after ten tries in an hour. */
export async function confirmFirstFactorCode(
  me: SignedIn,
  rawInput: FirstFactorCodeInput,
): Promise<void> {
  await requireOwnFreshSession(me);
  const { code } = firstFactorCodeInput.parse(rawInput);
  const { userId, sessionId } = me;
  await takeTry([
    { key: ["first-factor-code", userId], triesMax: 10, windowSeconds: HOUR_SECONDS },
  ]);
  const { count } = await db().signInChallenge.deleteMany({
    where: {
      ...{ purpose: "first-factor", userId, tokenHash: hashOf(sessionId, code) },
      expiresAt: { gt: new Date() },
    },
  });
  if (count === 0) {
    reportSecurityEvent({ event: "sign-in.proof-refused", userId, from: me.address });
    throw invalidField("code", "Incorrect or expired code. Use the code from the latest e-mail.");
  }
  const data = { mailProvenAt: new Date() };
  await db().session.updateMany({ where: { id: sessionId, userId }, data });
}

function hashOf(sessionId: string, code: string): string {
  const letters = code.toLowerCase().replaceAll(/[^a-z2-7]/g, "");
  return hashMailedToken(JSON.stringify([sessionId, letters]));
}
