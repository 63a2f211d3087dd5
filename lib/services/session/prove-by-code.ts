import { z } from "zod";
import { secondStepLimit, takeCode } from "@/lib/services/sign-in/second-step";
import { forgetTries, takeTry } from "@/lib/services/user/throttle";
import { noteProof } from "./note-proof";
import type { SignedIn } from "./signed-in";

export const proveByCodeInput = z.strictObject({
  code: z.string().trim().min(1, "Write the code.").max(40),
});
export type ProveByCodeInput = z.input<typeof proveByCodeInput>;

/** Makes the session that asks a fresh one, for who has a code of the user's app. Throws as the second step does. */
export async function proveByCode(me: SignedIn, rawInput: ProveByCodeInput): Promise<void> {
  const { code } = proveByCodeInput.parse(rawInput);
  const limit = secondStepLimit(me.userId);
  await takeTry([limit]);
  await takeCode(me.userId, code, me.address);
  await forgetTries([limit.key]);
  await noteProof(me);
}
