import { z } from "zod";
import { wholeNumber } from "@/lib/domain/fields";
import { CAPTCHA_PROVIDERS, type ChallengeSetting } from "./challenge-setting";

/** What a visitor has to solve before joining, and when, as forms and the API send it. */
export const challengeSettingSchema = z
  .strictObject({
    /** `busy`: only who comes from a source over its limit. */
    when: z.enum(["never", "busy", "always"]),
    /** With so many joins a minute everybody gets a challenge; null: however many. */
    fromJoinsPerMinute: wholeNumber(1, 10_000_000).nullable(),
    kind: z.enum(["work", "captcha"]),
    /** Leading zero bits that a proof of work has at the least. */
    difficulty: wholeNumber(8, 24),
    /** Whose CAPTCHA; null for proof of work. */
    provider: z.enum(CAPTCHA_PROVIDERS).nullable(),
    /** From which score reCAPTCHA counts as solved, in hundredths. */
    minimalScore: wholeNumber(0, 100),
    /** While the vendor does not answer: join within the limits, wait and ask again, or proof of work instead. */
    whenDown: z.enum(["join", "hold", "work"]),
  })
  .refine(({ kind, provider }) => kind === "work" || provider !== null, {
    path: ["provider"],
    message: "Choose a CAPTCHA vendor.",
  }) satisfies z.ZodType<ChallengeSetting>;
