import type { CaptchaProvider } from "@/lib/domain/challenge/challenge-setting";
import { parseUrl } from "@/lib/domain/parse-url";

/** What a vendor has said of a token. */
export type VendorAnswer =
  /** It was solved; by whose page is still to be compared. `score` is from 0 to 1. */
  | {
      readonly type: "solved";
      readonly host: string | null;
      readonly action: string | null;
      readonly score: number | null;
    }
  /** The token is wrong, too old, or was used before. */
  | { readonly type: "refused"; readonly codes: readonly string[] }
  /** Our question is wrong: a key of the customer's. */
  | { readonly type: "misconfigured"; readonly codes: readonly string[] }
  /** It has said nothing that its documentation knows. */
  | { readonly type: "unusable"; readonly codes: readonly string[] };

const OF_TOKEN: ReadonlySet<string> = new Set([
  "missing-input-response",
  "invalid-input-response",
  "timeout-or-duplicate",
  "expired-input-response",
  "already-seen-response",
  "invalid-or-already-seen-response",
  "response_missing",
  "response_invalid",
  "response_timeout",
  "response_duplicate",
]);

const OF_KEYS: ReadonlySet<string> = new Set([
  "missing-input-secret",
  "invalid-input-secret",
  "sitekey-secret-mismatch",
  "invalid-sitekey",
  "not-using-dummy-passcode",
  "not-using-dummy-secret",
  "auth_required",
  "auth_invalid",
  "sitekey_invalid",
]);

/** Reads what a vendor has answered. Everything that its documentation does not know is unusable. */
export function readVendorAnswer(
  provider: CaptchaProvider,
  status: number,
  body: unknown,
): VendorAnswer {
  if (status >= 500 || !isRecord(body)) return { type: "unusable", codes: [] };
  const { success } = body;
  if (success === true && status === 200) {
    return provider === "friendly-captcha" ? solvedFriendly(body) : solved(body);
  }
  if (success !== false) return { type: "unusable", codes: [] };
  const codes = codesOf(provider, body);
  if (codes.some((code) => OF_KEYS.has(code))) return { type: "misconfigured", codes };
  if (codes.some((code) => OF_TOKEN.has(code))) return { type: "refused", codes };
  return { type: "unusable", codes };
}

function solved(body: Readonly<Record<string, unknown>>): VendorAnswer {
  const { hostname, action, score } = body;
  return {
    type: "solved",
    host: typeof hostname === "string" ? hostname : null,
    action: typeof action === "string" ? action : null,
    score: typeof score === "number" ? score : null,
  };
}

/** Its answer names the origin of the page, such as `https://shop.example`. */
function solvedFriendly({ data }: Readonly<Record<string, unknown>>): VendorAnswer {
  const { challenge } = isRecord(data) ? data : {};
  const { origin: said } = isRecord(challenge) ? challenge : {};
  const origin = typeof said === "string" ? said : "";
  const host = parseUrl(origin)?.hostname ?? (origin || null);
  return { type: "solved", host, action: null, score: null };
}

/** Only codes that could stand in a documentation: nothing else of an answer is kept or logged. */
function codesOf(
  provider: CaptchaProvider,
  body: Readonly<Record<string, unknown>>,
): readonly string[] {
  const { error, "error-codes": codes } = body;
  const { error_code: code } = isRecord(error) ? error : {};
  const named = provider === "friendly-captcha" ? [code] : codes;
  if (!Array.isArray(named)) return [];
  return named
    .filter((code): code is string => typeof code === "string" && /^[a-z_-]{1,50}$/.test(code))
    .slice(0, 10);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
