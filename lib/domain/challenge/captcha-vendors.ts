import type { CaptchaProvider } from "./challenge-setting";

/** What is known of a vendor: where its widget comes from, and whom we ask whether it was solved. */
export type CaptchaVendor = {
  readonly name: string;
  /** The origin of the script; `{siteKey}` in the path stands for the customer's. */
  readonly scriptOrigin: string;
  readonly scriptPath: string;
  readonly verifyOrigin: string;
  readonly verifyPath: string;
  /** What else the widget loads, as sources of a Content Security Policy. */
  readonly alsoFrom: readonly string[];
};

/** As the vendors document it. */
export const CAPTCHA_VENDORS: Readonly<Record<CaptchaProvider, CaptchaVendor>> = {
  turnstile: {
    name: "Cloudflare Turnstile",
    scriptOrigin: "https://challenges.cloudflare.com",
    scriptPath: "/turnstile/v0/api.js?render=explicit",
    verifyOrigin: "https://challenges.cloudflare.com",
    verifyPath: "/turnstile/v0/siteverify",
    alsoFrom: [],
  },
  hcaptcha: {
    name: "hCaptcha",
    scriptOrigin: "https://js.hcaptcha.com",
    scriptPath: "/1/api.js?render=explicit",
    verifyOrigin: "https://api.hcaptcha.com",
    verifyPath: "/siteverify",
    alsoFrom: ["https://hcaptcha.com", "https://*.hcaptcha.com"],
  },
  recaptcha: {
    name: "Google reCAPTCHA v3",
    scriptOrigin: "https://www.google.com",
    scriptPath: "/recaptcha/api.js?render={siteKey}",
    verifyOrigin: "https://www.google.com",
    verifyPath: "/recaptcha/api/siteverify",
    alsoFrom: ["https://www.gstatic.com", "https://recaptcha.google.com"],
  },
  "friendly-captcha": {
    name: "Friendly Captcha",
    scriptOrigin: "https://cdn.jsdelivr.net",
    scriptPath: "/npm/@friendlycaptcha/sdk@0.2.0/site.min.js",
    verifyOrigin: "https://global.frcapi.com",
    verifyPath: "/api/v2/captcha/siteverify",
    alsoFrom: ["https://*.frcapi.com"],
  },
};

/** Vendors at other origins than their own, such as a mirror: the script and the question go there. */
export type VendorOrigins = Readonly<Partial<Record<CaptchaProvider, string>>>;

export function vendorAt(provider: CaptchaProvider, origins: VendorOrigins): CaptchaVendor {
  const vendor = CAPTCHA_VENDORS[provider];
  const origin = origins[provider];
  return origin === undefined ? vendor : { ...vendor, scriptOrigin: origin, verifyOrigin: origin };
}
