import { networkOf } from "@/lib/platform/client-address";
import { takeTry } from "@/lib/services/ground/throttle";
import { takeChallenge } from "@/lib/services/people/factor/challenge";
import { noteProof } from "@/lib/services/people/session/note-proof";
import { requireOwnSession } from "@/lib/services/people/session/own-session";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import { type Proven, userOfSecondStep } from "@/lib/services/people/sign-in/second-step";
import { verifiedUser } from "@/lib/services/people/user/verified-user";
import { type AssertionOptions, askForPasskey, takeAssertion } from "./inner/assertion";
import type { AssertionInput } from "./schemas";

const WINDOW_SECONDS = 60 * 60;

/** Asks a stranger for any passkey. Throws `limit_exceeded` after 200 questions from a network within an hour. */
export async function beginPasskeySignIn(address: string): Promise<AssertionOptions> {
  const key = ["passkey-from", networkOf(address)];
  await takeTry([{ key, triesMax: 200, windowSeconds: WINDOW_SECONDS }]);
  return askForPasskey("passkey-sign-in", null);
}

/** Signs in with a passkey alone, which asked its owner. Throws `invalid` for one that is not accepted. */
export async function finishPasskeySignIn(input: AssertionInput, address: string): Promise<Proven> {
  const { userId } = await takeAssertion("passkey-sign-in", input, address);
  return { user: await verifiedUser(userId), method: "passkey" };
}

/** Asks for a passkey as the second step after a password. */
export async function beginPasskeyStep(secondStep: string): Promise<AssertionOptions> {
  const userId = await userOfSecondStep(secondStep);
  const key = ["passkey-step", userId];
  await takeTry([{ key, triesMax: 60, windowSeconds: WINDOW_SECONDS }]);
  return askForPasskey("passkey-second-step", userId);
}

/** The second step with a passkey of that user and of nobody else. */
export async function finishPasskeyStep(
  secondStep: string,
  input: AssertionInput,
  address: string,
): Promise<Proven> {
  const expected = await userOfSecondStep(secondStep);
  const { userId } = await takeAssertion("passkey-second-step", input, address);
  if (userId !== expected) throw new Error("A passkey of somebody else passed.");
  await takeChallenge(secondStep, "second-step");
  return { user: await verifiedUser(userId), method: "passkey" };
}

/** Asks somebody who is signed in for one of their passkeys. Throws `forbidden` for a session of a single sign-on. */
export async function beginPasskeyProof(me: SignedIn): Promise<AssertionOptions> {
  await requireOwnSession(me);
  const key = ["passkey-proof", me.userId];
  await takeTry([{ key, triesMax: 60, windowSeconds: WINDOW_SECONDS }]);
  return askForPasskey("passkey-proof", me.userId);
}

/**
 * Makes the session that asks a fresh one, for who shows a passkey of its user. Throws `forbidden` for a session of a
 * single sign-on.
 */
export async function proveByPasskey(me: SignedIn, input: AssertionInput): Promise<void> {
  await requireOwnSession(me);
  const { userId } = await takeAssertion("passkey-proof", input, me.address);
  if (userId !== me.userId) throw new Error("A passkey of somebody else passed.");
  await noteProof(me);
}
