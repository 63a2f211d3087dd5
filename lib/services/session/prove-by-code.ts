import { z } from "zod";
import { requireOwnSession } from "@/lib/services/sign-in/own-session";
import { secondStepLimit, takeCode } from "@/lib/services/sign-in/second-step";
import { forgetTries, takeTry } from "@/lib/services/user/throttle";
import { noteProof } from "./note-proof";
import type { SignedIn } from "./signed-in";

export const proveByCodeInput = z.strictObject({
  code: z.string().trim().min(1, "Write the code.").max(40),
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
