import { z } from "zod";
import { db } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/unique-violation";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { sourceOf } from "@/lib/services/ground/act-source";
import { invalidField, preconditionFailed, ServiceError } from "@/lib/services/ground/errors";
import { hashMailedToken, newMailedToken } from "@/lib/services/ground/mailed-token";
import { takeTry } from "@/lib/services/ground/throttle";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { auditUser } from "@/lib/services/people/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { tellUser } from "@/lib/services/people/security/tell-user";
import {
  requireOwnFreshSession,
  requireOwnSession,
} from "@/lib/services/people/session/own-session";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import { emailField, mailedTokenField } from "./schemas";

const VALID_MINUTES = 60;

export const requestEmailChangeInput = z.strictObject({ email: emailField });
export type RequestEmailChangeInput = z.input<typeof requestEmailChangeInput>;
export const confirmEmailChangeInput = z.strictObject({ token: mailedTokenField });
export type ConfirmEmailChangeInput = z.input<typeof confirmEmailChangeInput>;

/**
 * Sends a link to an address that the user wants instead of theirs. It answers before it looks whether
 * somebody has that address, and the same for each; who has it already gets an e-mail that says so.
 * `settled` is for the caller's log. Throws `reauthenticate`, and `limit_exceeded` after five in an hour.
 */
export async function requestEmailChange(
  me: SignedIn,
  rawInput: RequestEmailChangeInput,
): Promise<{ readonly settled: Promise<void> }> {
  await requireOwnFreshSession(me);
  const { email } = requestEmailChangeInput.parse(rawInput);
  const { userId, address: from } = me;
  await takeTry([{ key: ["change-email", userId], triesMax: 5, windowSeconds: 60 * 60 }]);
  const user = await db().user.findUniqueOrThrow({ where: { id: userId } });
  if (user.email === email) throw invalidField("email", "This is already your address.");
  reportSecurityEvent({ event: "email.change-requested", userId, from });
  return { settled: sendLink(user, email) };
}

async function sendLink(user: { id: string; name: string }, email: string): Promise<void> {
  const holder = await db().user.findUnique({ where: { email } });
  if (holder !== null) {
    return sendMail({
      to: email,
      subject: "You already have a Stanchion account",
      text: [
        `Hello ${holder.name},`,
        "someone with another account tried to use this address. It stays with your account; you don't need to do anything.",
      ].join("\n\n"),
    });
  }
  const { text, hash: tokenHash } = newMailedToken();
  const expiresAt = new Date(Date.now() + VALID_MINUTES * 60_000);
  const id = newId("emailChange");
  await db().emailChange.create({ data: { id, userId: user.id, email, tokenHash, expiresAt } });
  await sendMail({
    to: email,
    subject: "Confirm your new e-mail address for Stanchion",
    text: [
      `Hello ${user.name},`,
      `open this link within ${VALID_MINUTES} minutes, in a browser where you are signed in, to sign in with ${email} from now on:`,
      `${env.consoleUrl()}/confirm-email?token=${text}`,
      "If you didn't request this, ignore this e-mail.",
    ].join("\n\n"),
  });
}

/** Whether a mailed link still changes the address of this user, for the page that it opens. */
export async function isEmailLinkValid(userId: string, token: string): Promise<boolean> {
  const tokenHash = hashMailedToken(token);
  const where = { userId, tokenHash, usedAt: null, expiresAt: { gt: new Date() } };
  return (await db().emailChange.count({ where })) > 0;
}

/**
 * Takes the address of a mailed link for the user who asked for it and is signed in: a link that went astray
 * gives nobody else the user. Every other link for the user ends, and the old address is told. Throws
 * `precondition_failed` when the link was used or has expired, `conflict` when somebody has the address by now, and
 * `forbidden` for a session of a single sign-on.
 */
export async function confirmEmailChange(
  me: SignedIn,
  rawInput: ConfirmEmailChangeInput,
): Promise<{ readonly email: string }> {
  await requireOwnSession(me);
  const tokenHash = hashMailedToken(confirmEmailChangeInput.parse(rawInput).token);
  const { userId } = me;
  const { before, email } = await change(me, tokenHash).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", "This address is now used by another account.", {
      cause: error,
    });
  });
  tellUser(before, `Your sign-in address is now ${email}. E-mails go there.`);
  reportSecurityEvent({ event: "email.changed", userId, from: me.address });
  return { email };
}

function change(me: SignedIn, tokenHash: string) {
  const { userId } = me;
  return withAnonymousTransaction(async (tx) => {
    const now = new Date();
    const [used] = await tx.emailChange.updateManyAndReturn({
      where: { userId, tokenHash, usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
    });
    if (used === undefined) {
      throw preconditionFailed("This link was used, has expired or is for another account.");
    }
    const open = { where: { userId, usedAt: null }, data: { usedAt: now } };
    await tx.emailChange.updateMany(open);
    await tx.passwordReset.updateMany(open);
    const before = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const { email } = used;
    await tx.user.update({ where: { id: userId }, data: { email } });
    await auditUser(tx, before, {
      verb: "user.change-email",
      summary: "changed their e-mail address",
      source: sourceOf(me),
    });
    return { before, email };
  });
}
