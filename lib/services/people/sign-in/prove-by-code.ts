import { z } from "zod";
import { forgetTries, takeTry } from "@/lib/services/ground/throttle";
import { noteProof } from "@/lib/services/people/session/note-proof";
import { requireOwnSession } from "@/lib/services/people/session/own-session";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import { secondStepLimit, takeCode } from "./second-step";

export const proveByCodeInput = z.strictObject({
  code: z.string().trim().min(1, "Enter the code.").max(40),
});
export type ProveByCodeInput = z.input<typeof proveByCodeInput>;

/**
 * Makes the session that asks a fresh one, for who has a code of the user's app or a recovery code. Throws as the second
 * step does, and `forbidden` for a session of a single sign-on.
 */
export async function proveByCode(me: SignedIn, rawInput: ProveByCodeInput): Promise<void> {
  const { code } = proveByCodeInput.parse(rawInput);
  await requireOwnSession(me);
  const limit = secondStepLimit(me.userId);
  await takeTry([limit]);
  await takeCode(me.userId, code, me.address);
  await forgetTries([limit.key]);
  await noteProof(me);
}
