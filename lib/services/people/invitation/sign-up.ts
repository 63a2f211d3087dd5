import { db, type Tx } from "@/lib/db/client";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { forbidden, type ServiceError } from "@/lib/services/ground/errors";
import { hashMailedToken } from "@/lib/services/ground/mailed-token";
import { takeBackTry, takeTry } from "@/lib/services/ground/throttle";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { type Registered, registerCustomer } from "@/lib/services/people/user/register-customer";
import {
  type RequestSignUpInput,
  requestSignUpInput,
  type SignUpInput,
  signUpInput,
} from "@/lib/services/people/user/schemas";
import { inviteFounder } from "./create";

const WINDOW_SECONDS = 60 * 60;

/**
 * Sends somebody the link with which they sign up; who has a user already gets an e-mail that says so. It
 * answers before it looks that up, so that nobody learns from it who has one. `settled` resolves when the e-mail is on its
 * way: for the caller's log, never for the answer. Throws `forbidden` unless SIGN_UP is open, and
 * `limit_exceeded` after three requests for an e-mail, or twenty from an address, within an hour.
 */
export async function requestSignUp(
  rawInput: RequestSignUpInput,
  address: string,
): Promise<{ readonly settled: Promise<void> }> {
  if (env.signUp() !== "open") throw signUpIsNotOpen();
  const { email } = requestSignUpInput.parse(rawInput);
  await takeTry([
    { key: ["sign-up-from", address], triesMax: 20, windowSeconds: WINDOW_SECONDS },
    { key: ["sign-up-to", email], triesMax: 3, windowSeconds: WINDOW_SECONDS },
  ]);
  reportSecurityEvent({ event: "sign-up.requested", from: address });
  return { settled: sendSignUp(email) };
}

async function sendSignUp(email: string): Promise<void> {
  const user = await db().user.findUnique({ where: { email } });
  if (user === null) {
    await inviteFounder(email);
    return;
  }
  await sendMail({
    to: email,
    subject: "You already have a Stanchion account",
    text: [
      `Hello ${user.name},`,
      "someone tried to sign up with this e-mail address, which already has an account. Sign in here:",
      `${env.consoleUrl()}/sign-in`,
      "You can also reset your password there. If this wasn't you, ignore this e-mail.",
    ].join("\n\n"),
  });
}

/**
 * Makes a user, a customer and its first owner, for who holds a mailed link to found one. Throws
 * `forbidden` when the link was used or has expired and nothing more is done, `invalid`, `conflict`
 * with the field that is taken, or `limit_exceeded` after twenty tries from an address within an hour
 * that made nobody a user.
 */
export async function signUp(rawInput: SignUpInput, address: string): Promise<Registered> {
  if (env.signUp() === "closed") throw signUpIsNotOpen();
  const { invitationToken, ...input } = signUpInput.parse(rawInput);
  const key = ["sign-up", address];
  const counted = await takeTry([{ key, triesMax: 20, windowSeconds: WINDOW_SECONDS }]);
  const tokenHash = hashMailedToken(invitationToken);
  const invitation = await db().invitation.findFirst({ where: { tokenHash, ...stillValid() } });
  if (invitation === null) throw invitationIsGone();
  const person = { ...input, email: invitation.email };
  const registered = await registerCustomer(counted, person, (tx) => redeem(tx, tokenHash));
  await takeBackTry(key);
  reportSecurityEvent({ event: "sign-up.succeeded", ...registered, from: address });
  return registered;
}

/** Marks the invitation as used; of several requests at the same moment one succeeds. */
async function redeem(tx: Tx, tokenHash: string): Promise<void> {
  const { count } = await tx.invitation.updateMany({
    where: { tokenHash, ...stillValid() },
    data: { acceptedAt: new Date() },
  });
  if (count === 0) throw invitationIsGone();
}

function stillValid() {
  return { customerId: null, acceptedAt: null, expiresAt: { gt: new Date() } };
}

function signUpIsNotOpen(): ServiceError {
  return forbidden(
    env.signUp() === "closed"
      ? "Sign-up is closed. Contact your administrator."
      : "Sign-up is by invitation only.",
  );
}

function invitationIsGone(): ServiceError {
  return forbidden("This link was used or has expired. Request a new one.");
}
