import { z } from "zod";
import { db } from "@/lib/db/client";
import { invalidField } from "@/lib/services/errors";
import { reportSecurityEvent } from "@/lib/services/security/security-event";
import { isPassword } from "@/lib/services/user/password";
import { forgetTries, takeTry } from "@/lib/services/user/throttle";
import { noteProof } from "./note-proof";
import type { SignedIn } from "./signed-in";

export const proveByPasswordInput = z.strictObject({ password: z.string().max(200) });
export type ProveByPasswordInput = z.input<typeof proveByPasswordInput>;

/**
 * Makes the session that asks a fresh one, for who knows the user's password. Throws `invalid` at the
 * field, or `limit_exceeded` after five wrong ones, each further one after twice the time.
 */
export async function proveByPassword(me: SignedIn, rawInput: ProveByPasswordInput): Promise<void> {
  const { password } = proveByPasswordInput.parse(rawInput);
  const key = ["prove", me.userId];
  const counted = await takeTry([
    { key, triesMax: 5, windowSeconds: 24 * 60 * 60, delaySeconds: 60 },
  ]);
  const user = await db().user.findUniqueOrThrow({ where: { id: me.userId } });
  if (!(await isPassword(counted, password, user.passwordHash))) {
    reportSecurityEvent({ event: "sign-in.proof-refused", userId: user.id, from: me.address });
    throw invalidField("password", "This is not your password.");
  }
  await forgetTries([key]);
  await noteProof(me);
}
