import { z } from "zod";
import { db } from "@/lib/db/client";
import { invalidField, preconditionFailed } from "@/lib/services/ground/errors";
import { forgetTries, takeTry } from "@/lib/services/ground/throttle";
import { hasSecondFactor, readFactors } from "@/lib/services/people/factor/factors";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { noteProof } from "@/lib/services/people/session/note-proof";
import { requireOwnSession } from "@/lib/services/people/session/own-session";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import { isPassword } from "@/lib/services/people/user/password";

export const proveByPasswordInput = z.strictObject({ password: z.string().max(200) });
export type ProveByPasswordInput = z.input<typeof proveByPasswordInput>;

/**
 * Makes the session that asks a fresh one, for who knows the password of a user without a second factor. Throws
 * `precondition_failed` where there is one, `forbidden` for a session of a single sign-on, `invalid` at the field, and
 * `limit_exceeded` after five wrong ones, each further one after twice the time.
 */
export async function proveByPassword(me: SignedIn, rawInput: ProveByPasswordInput): Promise<void> {
  const { password } = proveByPasswordInput.parse(rawInput);
  await requireOwnSession(me);
  if (hasSecondFactor(await readFactors(db(), me.userId))) {
    throw preconditionFailed("Confirm with your passkey or authenticator code.");
  }
  const key = ["prove", me.userId];
  const counted = await takeTry([
    { key, triesMax: 5, windowSeconds: 24 * 60 * 60, delaySeconds: 60 },
  ]);
  const user = await db().user.findUniqueOrThrow({ where: { id: me.userId } });
  if (!(await isPassword(counted, password, user.passwordHash))) {
    reportSecurityEvent({ event: "sign-in.proof-refused", userId: user.id, from: me.address });
    throw invalidField("password", "Incorrect password.");
  }
  await forgetTries([key]);
  await noteProof(me);
}
