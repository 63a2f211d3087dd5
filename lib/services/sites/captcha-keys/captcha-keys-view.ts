import type { CaptchaKey } from "@/lib/db/generated/client";

/** A customer's keys of one vendor as screens and API show them: never the secret. */
export type CaptchaKeysView = {
  readonly provider: string;
  readonly siteKey: string;
  /** The last four characters of the secret. */
  readonly hint: string;
  readonly updatedAt: string;
};

export function toCaptchaKeysView(row: CaptchaKey): CaptchaKeysView {
  const { provider, siteKey, hint, updatedAt } = row;
  return { provider, siteKey, hint, updatedAt: updatedAt.toISOString() };
}
