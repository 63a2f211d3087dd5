/** The vendors whose CAPTCHA an event may use. */
export const CAPTCHA_PROVIDERS = [
  "turnstile",
  "hcaptcha",
  "recaptcha",
  "friendly-captcha",
] as const;
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number];

export function isCaptchaProvider(text: string): text is CaptchaProvider {
  return CAPTCHA_PROVIDERS.some((provider) => provider === text);
}

/** What a visitor has to solve before joining, and when. */
export type ChallengeSetting = {
  /** `busy`: only who comes from a source over its limit. */
  readonly when: "never" | "busy" | "always";
  /** With so many joins a minute everybody gets a challenge; null: however many. */
  readonly fromJoinsPerMinute: number | null;
  readonly kind: "work" | "captcha";
  /** Leading zero bits that each puzzle of a proof of work has at the least. */
  readonly difficulty: number;
  /** Whose CAPTCHA; null for proof of work. */
  readonly provider: CaptchaProvider | null;
  /** From which score reCAPTCHA counts as solved, in hundredths. */
  readonly minimalScore: number;
  /** While the vendor does not answer: join within the limits, wait and ask again, or proof of work instead. */
  readonly whenDown: "join" | "hold" | "work";
};

export const NO_CHALLENGE: ChallengeSetting = {
  when: "never",
  fromJoinsPerMinute: null,
  kind: "work",
  difficulty: 16,
  provider: null,
  minimalScore: 50,
  whenDown: "work",
};
