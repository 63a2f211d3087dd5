import { z } from "zod";
import { CAPTCHA_PROVIDERS } from "@/lib/domain/challenge/challenge-setting";

const key = z
  .string()
  .trim()
  .regex(/^[\w.-]{10,200}$/, "Enter the key exactly as the vendor shows it (10–200 characters).");

const providerField = z.enum(CAPTCHA_PROVIDERS);

/** A customer's keys of one vendor; those that it had are replaced. */
export const setCaptchaKeysInput = z.strictObject({
  provider: providerField,
  siteKey: key,
  /** Sealed at once, and never shown again. */
  secret: key,
});
export type SetCaptchaKeysInput = z.input<typeof setCaptchaKeysInput>;

export const captchaProviderInput = z.strictObject({ provider: providerField });
export type CaptchaProviderInput = z.input<typeof captchaProviderInput>;
