import { db } from "@/lib/db/client";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { newMailedToken } from "@/lib/services/ground/mailed-token";
import { takeTry } from "@/lib/services/ground/throttle";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { type RequestPasswordResetInput, requestPasswordResetInput } from "./schemas";

const VALID_MINUTES = 60;
const WINDOW_SECONDS = 60 * 60;

/**
 * Sends a link that sets a new password, if there is a user with this e-mail. It answers before it looks
 * that up, so that neither the answer nor its time gives it away. `settled` resolves when the e-mail is on its way and
 * rejects when it could not be sent: for the caller's log, never for the answer. Throws
 * `limit_exceeded` after three requests for an e-mail, or thirty from an address, within an hour.
 */
export async function requestPasswordReset(
  rawInput: RequestPasswordResetInput,
  address: string,
): Promise<{ readonly settled: Promise<void> }> {
  const { email } = requestPasswordResetInput.parse(rawInput);
  await takeTry([
    { key: ["password-reset-from", address], triesMax: 30, windowSeconds: WINDOW_SECONDS },
    { key: ["password-reset", email], triesMax: 3, windowSeconds: WINDOW_SECONDS },
  ]);
  reportSecurityEvent({ event: "password.reset-requested", from: address });
  return { settled: sendReset(email) };
}

async function sendReset(email: string): Promise<void> {
  const user = await db().user.findUnique({ where: { email } });
  if (user === null) return;
  const token = await createPasswordReset(user.id);
  await sendMail({
    to: user.email,
    subject: "Reset your Stanchion password",
    text: [
      `Hello ${user.name},`,
      `open this link within ${VALID_MINUTES} minutes to set a new password:`,
      `${env.consoleUrl()}/reset-password?token=${token}`,
      "If you didn't request this, ignore this e-mail. Your password stays the same.",
    ].join("\n\n"),
  });
}

/** Makes a token by which `resetPassword` sets a user's new password, once. */
export async function createPasswordReset(userId: string): Promise<string> {
  const token = newMailedToken();
  await db().passwordReset.create({
    data: {
      id: newId("passwordReset"),
      userId,
      tokenHash: token.hash,
      expiresAt: new Date(Date.now() + VALID_MINUTES * 60_000),
    },
  });
  return token.text;
}
