import { z } from "zod";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import { sourceOf } from "@/lib/services/ground/act-source";
import { limitExceeded, ServiceError } from "@/lib/services/ground/errors";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { issueChallenge, takeChallenge } from "@/lib/services/people/factor/challenge";
import { hasSecondFactor, readFactors } from "@/lib/services/people/factor/factors";
import { replaceRecoveryCodes } from "@/lib/services/people/factor/recovery-codes";
import { auditUser } from "@/lib/services/people/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { tellUser } from "@/lib/services/people/security/tell-user";
import { requireOwnFreshSession } from "@/lib/services/people/session/own-session";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import { requireMailedCode } from "@/lib/services/people/sign-in/first-factor";
import { relyingParty } from "./inner/rely-on";
import { type AddPasskeyInput, addPasskeyInput } from "./schemas";

const PASSKEYS_MAX = 20;
const challengeData = z.object({ challenge: z.string() });

/** Asks the user's device to make a passkey for this console. */
export async function beginPasskey(me: SignedIn) {
  await requireOwnFreshSession(me);
  await requireMailedCode(me);
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const user = await db().user.findUniqueOrThrow({
    where: { id: me.userId },
    include: { passkeys: true },
  });
  const options = await generateRegistrationOptions({
    rpName: "Stanchion",
    rpID: relyingParty().id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    attestationType: "none",
    excludeCredentials: user.passkeys.map(({ credentialId: id, transports }) => ({
      id,
      transports,
    })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  const data = { challenge: options.challenge };
  return {
    options,
    token: await issueChallenge({ purpose: "passkey-new", userId: user.id, data }),
  };
}

/**
 * Takes the passkey that the user's device has made. With the first one every other session ends, because they
 * showed a password alone. Answers recovery codes when this is the user's first second factor.
 */
export async function addPasskey(
  me: SignedIn,
  rawInput: AddPasskeyInput,
): Promise<{ readonly recoveryCodes: readonly string[] | null }> {
  await requireOwnFreshSession(me);
  await requireMailedCode(me);
  const { token, name, response } = addPasskeyInput.parse(rawInput);
  const asked = await takeChallenge(token, "passkey-new");
  const { userId } = me;
  if (asked.userId !== userId) throw notMade();
  const credential = await verify(response, challengeData.parse(asked.data).challenge);
  const added = await withAnonymousTransaction(async (tx) => {
    if ((await tx.passkey.count({ where: { userId } })) >= PASSKEYS_MAX) {
      throw limitExceeded(`You can have up to ${PASSKEYS_MAX} passkeys. Remove one first.`);
    }
    const isFirst = !hasSecondFactor(await readFactors(tx, userId));
    await tx.passkey.create({
      data: {
        id: newId("passkey"),
        userId,
        name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: [...(response.response.transports ?? [])],
      },
    });
    if (isFirst) await tx.session.deleteMany({ where: { userId, id: { not: me.sessionId } } });
    await tx.session.updateMany({ where: { id: me.sessionId, userId }, data: { isStrong: true } });
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await auditUser(tx, user, {
      verb: "user.add-passkey",
      summary: `added the passkey ${name}`,
      source: sourceOf(me),
    });
    return { user, recoveryCodes: isFirst ? await replaceRecoveryCodes(tx, userId) : null };
  });
  tellUser(
    added.user,
    `The passkey “${name}” was added to your account. It signs in without a password.`,
  );
  reportSecurityEvent({ event: "factor.added", userId, from: me.address, detail: "passkey" });
  return { recoveryCodes: added.recoveryCodes };
}

type Attestation = z.output<typeof addPasskeyInput>["response"];

async function verify(
  { response, authenticatorAttachment: _, ...plain }: Attestation,
  challenge: string,
) {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { id, origin } = relyingParty();
  const { clientDataJSON, attestationObject } = response;
  const answer = await verifyRegistrationResponse({
    response: { ...plain, response: { clientDataJSON, attestationObject } },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
  }).catch(() => null);
  if (answer?.verified !== true) throw notMade();
  return answer.registrationInfo.credential;
}

function notMade(): ServiceError {
  return new ServiceError("invalid", "The passkey could not be verified. Try again.");
}
