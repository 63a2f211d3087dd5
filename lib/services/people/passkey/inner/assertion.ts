import { z } from "zod";
import { db } from "@/lib/db/client";
import { ServiceError } from "@/lib/services/ground/errors";
import {
  type ChallengePurpose,
  issueChallenge,
  takeChallenge,
} from "@/lib/services/people/factor/challenge";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { type Assertion, type AssertionInput, assertionInput } from "../schemas";
import { relyingParty } from "./rely-on";

/** What the browser is asked to show, and the text that names the question. */
export type AssertionOptions = Awaited<ReturnType<typeof askForPasskey>>;

type AssertionPurpose = Extract<
  ChallengePurpose,
  "passkey-sign-in" | "passkey-second-step" | "passkey-proof"
>;

const challengeData = z.object({ challenge: z.string() });

/** Asks for a passkey: one of the user's, or of anybody. A passkey that comes without a password names its owner. */
export async function askForPasskey(purpose: AssertionPurpose, userId: string | null) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const held = userId === null ? [] : await db().passkey.findMany({ where: { userId } });
  const options = await generateAuthenticationOptions({
    rpID: relyingParty().id,
    allowCredentials: held.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    userVerification: purpose === "passkey-second-step" ? "preferred" : "required",
  });
  const data = { challenge: options.challenge };
  return { options, token: await issueChallenge({ purpose, userId, data }) };
}

/**
 * Checks what a browser showed against the question it was asked, which is used up, and answers whose passkey
 * it is. Throws `invalid` for anything else; only after a password may the passkey do without asking its owner.
 */
export async function takeAssertion(
  purpose: AssertionPurpose,
  rawInput: AssertionInput,
  from: string,
): Promise<{ readonly userId: string }> {
  const { token, response } = assertionInput.parse(rawInput);
  const asked = await takeChallenge(token, purpose);
  const { challenge } = challengeData.parse(asked.data);
  const passkey = await db().passkey.findUnique({ where: { credentialId: response.id } });
  const isExpected = passkey !== null && (asked.userId ?? passkey.userId) === passkey.userId;
  const counter = isExpected
    ? await verify(passkey, response, { challenge, isSecond: purpose === "passkey-second-step" })
    : null;
  if (passkey === null || counter === null) {
    const userId = asked.userId ?? undefined;
    reportSecurityEvent({ event: "sign-in.proof-refused", userId, from, detail: "passkey" });
    throw notAccepted();
  }
  // Two answers at the same moment: a device that counts cannot give both with the counter that was read.
  const { count } = await db().passkey.updateMany({
    where: { id: passkey.id, counter: passkey.counter },
    data: { counter, lastUsedAt: new Date() },
  });
  if (count === 0) throw notAccepted();
  return { userId: passkey.userId };
}

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;
const findPasskey = (id: string) => db().passkey.findUnique({ where: { id } });

/** The new counter, or null for what the passkey did not sign here and now. */
async function verify(
  passkey: StoredPasskey,
  response: Assertion,
  { challenge, isSecond }: { challenge: string; isSecond: boolean },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { id, origin } = relyingParty();
  const { userHandle, ...signed } = response.response;
  const { authenticatorAttachment: _, ...plain } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...plain,
        response: { ...signed, ...(userHandle === undefined ? {} : { userHandle }) },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: !isSecond,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

function notAccepted(): ServiceError {
  return new ServiceError(
    "invalid",
    "This passkey was not accepted. Try again or sign in another way.",
  );
}
