import type { Tx } from "@/lib/db/client";
import type { User } from "@/lib/db/generated/client";
import { env } from "@/lib/platform/env";
import { trySendMail } from "@/lib/platform/mail/send-mail";
import { installationContext } from "@/lib/services/ground/context";
import { notFound, preconditionFailed } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { emailField } from "@/lib/services/people/user/schemas";

/** What was taken away, and the customers whose audit logs say so. */
export type ResetFactors = {
  readonly app: number;
  readonly passkeys: number;
  readonly recoveryCodes: number;
  readonly sessions: number;
  readonly customers: readonly string[];
  /** Why no e-mail could tell them; null where one did. */
  readonly mailFailure: string | null;
};

/**
 * For whoever runs the installation, when somebody has lost phone, passkeys and recovery codes: takes all of them away, so that
 * the password signs in again. Every session and every sign-in that is half done ends, each of their customers' audit
 * logs says so, and they get an e-mail. Throws `not_found`, and `precondition_failed` when there is nothing to take away.
 */
export async function resetSecondFactor(command: string, rawEmail: string): Promise<ResetFactors> {
  const email = emailField.parse(rawEmail);
  const { user, ...reset } = await withAnonymousTransaction((tx) => takeAway(tx, command, email));
  const mailFailure = await trySendMail({
    to: user.email,
    subject: "Your Stanchion second factor was removed",
    text: [
      `Hello ${user.name},`,
      "an administrator removed your passkeys, authenticator app and recovery codes, and signed you out everywhere. Until you set up a second factor again, you sign in with your password only:",
      `${env.consoleUrl()}/account`,
      "If you didn't request this, reset your password now and tell your administrator.",
    ].join("\n\n"),
  });
  return { ...reset, mailFailure };
}

async function takeAway(tx: Tx, command: string, email: string) {
  const user = await tx.user.findUnique({
    where: { email },
    include: { memberships: { include: { customer: true } } },
  });
  if (user === null) throw notFound("user");
  const taken = await removeAll(tx, user);
  const customers = user.memberships.map(({ customer }) => customer);
  for (const customer of customers) {
    await recordAudit(tx, installationContext(customer, command), {
      verb: "user.reset-second-factor",
      subject: user.id,
      summary: `removed every second factor of ${user.name}`,
      details: taken,
    });
  }
  return { user, ...taken, customers: customers.map(({ wireId }) => wireId) };
}

async function removeAll(tx: Tx, { id: userId, name }: User) {
  const of = { where: { userId } };
  const app = await tx.totpFactor.deleteMany(of);
  const passkeys = await tx.passkey.deleteMany(of);
  const recoveryCodes = await tx.recoveryCode.deleteMany(of);
  if (app.count + passkeys.count + recoveryCodes.count === 0) {
    throw preconditionFailed(
      `${name} has no second factor. To reset a forgotten password, use the link on the sign-in page.`,
    );
  }
  const sessions = await tx.session.deleteMany(of);
  await tx.signInChallenge.deleteMany(of);
  return {
    app: app.count,
    passkeys: passkeys.count,
    recoveryCodes: recoveryCodes.count,
    sessions: sessions.count,
  };
}
