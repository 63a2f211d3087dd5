import type { Db } from "@/lib/db/client";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { unseal } from "@/lib/secrets/seal";
import { findStep } from "@/lib/secrets/totp";

/** What a user's secret is bound to, so that it cannot be moved to another user's row. */
export function totpSealContext(userId: string): string {
  return `totp:${userId}`;
}

/**
 * Takes a code of a user's app. True once for each code, and never again for that or an older one, also between
 * two tries at the same moment.
 */
export async function takeTotp(
  database: Db,
  row: { readonly userId: string; readonly sealed: string },
  code: string,
): Promise<boolean> {
  const { userId, sealed } = row;
  const text = unseal(masterKeysFromEnvironment(), totpSealContext(userId), sealed);
  const step = findStep(Buffer.from(text, "base64url"), code.replaceAll(/\s/g, ""), Date.now());
  if (step === null) return false;
  const { count } = await database.totpFactor.updateMany({
    where: { userId, sealed, OR: [{ lastStep: null }, { lastStep: { lt: step } }] },
    data: { lastStep: step },
  });
  return count === 1;
}
