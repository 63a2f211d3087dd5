import type { Db } from "@/lib/db/client";

/** What a user can show besides a password. */
export type Factors = {
  readonly totp: boolean;
  readonly passkeys: number;
  /** How many are left. */
  readonly recoveryCodes: number;
};

export async function readFactors(database: Db, userId: string): Promise<Factors> {
  const [totp, passkeys, recoveryCodes] = await Promise.all([
    database.totpFactor.count({ where: { userId, confirmedAt: { not: null } } }),
    database.passkey.count({ where: { userId } }),
    database.recoveryCode.count({ where: { userId } }),
  ]);
  return { totp: totp > 0, passkeys, recoveryCodes };
}

/** Whether a password alone is not enough. Recovery codes stand for a factor, and are none. */
export function hasSecondFactor({ totp, passkeys }: Factors): boolean {
  return totp || passkeys > 0;
}
