import { createHash, randomBytes } from "node:crypto";
import type { Tx } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import { base32 } from "@/lib/secrets/totp";
import { hasSecondFactor, readFactors } from "./factors";

const CODES = 10;
const CODE_BYTES = 10;

/** Replaces a user's recovery codes by ten new ones, and answers their texts: nobody sees them again. */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: CODES }, () =>
    base32(randomBytes(CODE_BYTES))
      .toLowerCase()
      .replaceAll(/.{4}(?=.)/g, "$&-"),
  );
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ id: newId("recoveryCode"), userId, hash: hashOf(userId, code) })),
  });
  return codes;
}

/** Uses a recovery code up; false when the user has no such code. Of several tries at the same moment one succeeds. */
export async function useRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.deleteMany({
    where: { userId, hash: hashOf(userId, code) },
  });
  return count === 1;
}

/** A plain hash is enough for 80 random bits. */
function hashOf(userId: string, code: string): string {
  const letters = code.toLowerCase().replaceAll(/[^a-z2-7]/g, "");
  return createHash("sha256")
    .update(JSON.stringify([userId, letters]))
    .digest("base64url");
}

/** Takes the recovery codes away from who has no second factor any more. */
export async function dropUnneededCodes(tx: Tx, userId: string): Promise<void> {
  if (hasSecondFactor(await readFactors(tx, userId))) return;
  await tx.recoveryCode.deleteMany({ where: { userId } });
}
