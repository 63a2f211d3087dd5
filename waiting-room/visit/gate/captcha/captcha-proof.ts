import type { EventKey } from "@/lib/secrets/event-key";
import { type Asker, aboutOf, macOf } from "@/waiting-room/visit/gate/challenge/proofs";
import { openWord, sealWord, WORD_TEXT } from "@/waiting-room/visit/gate/challenge/sealed-word";

const CAPTCHA = 4;
/** People who solve pictures are slower than machines; the vendor takes each token once. */
export const CAPTCHA_LIVES_MS = 300_000;
/** Line time of two processes differs by this at most. */
const CLOCKS_DIFFER_MS = 5_000;
const PREFIX = "captcha.";

/** What a visitor brings who was asked for a CAPTCHA. */
export type CaptchaProof =
  | { readonly type: "token"; readonly seed: string; readonly token: string }
  /** They would rather have proof of work. */
  | { readonly type: "other" }
  /** The vendor's script could not be loaded, as they say. */
  | { readonly type: "unloaded" };

/** Reads the field `proof`; null for what is no proof of a CAPTCHA. */
export function readCaptchaProof(proof: string | null): CaptchaProof | null {
  if (!proof?.startsWith(PREFIX)) return null;
  const said = proof.slice(PREFIX.length);
  if (said === "other" || said === "unloaded") return { type: said };
  if (said[WORD_TEXT] !== ".") return null;
  return { type: "token", seed: said.slice(0, WORD_TEXT), token: said.slice(WORD_TEXT + 1) };
}

/** Seeds a CAPTCHA for one join: a token that comes with another seed is worth nothing. */
export function seedCaptcha(key: EventKey, asker: Asker, nowMs: number): string {
  return sealWord(macOf(key), aboutOf(asker), { kind: CAPTCHA, issuedAtMs: nowMs, value: 0 });
}

/** True for a seed that was given out here, for this very join, not long ago. */
export function isCaptchaSeed(key: EventKey, asker: Asker, seed: string, nowMs: number): boolean {
  const word = openWord(macOf(key), aboutOf(asker), seed);
  if (word === null || word.kind !== CAPTCHA) return false;
  const ageMs = nowMs - word.issuedAtMs;
  return ageMs >= -CLOCKS_DIFFER_MS && ageMs <= CAPTCHA_LIVES_MS;
}
