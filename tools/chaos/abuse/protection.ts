import type { ChallengeSetting } from "@/lib/domain/challenge/challenge-setting";
import { CALM, type Protection } from "@/lib/domain/protection/protection";
import type { AttackName } from "./attacks";
import { BITS_LESS } from "./scaled-work";

/** What differs from the protection of a new event; everything else is as a new event has it. */
const DIFFERENT: Readonly<Record<AttackName, Partial<ChallengeSetting>>> = {
  "one-address": {},
  "one-48": {},
  // So many addresses are each within what a household may do: the event has to ask everybody.
  "many-addresses": { when: "always" },
  // A join within its limits would not need a proof, and a replayed one would do no harm.
  "replayed-proofs": { when: "always" },
  farm: {},
  "vendor-down": { when: "always", kind: "captcha", provider: "turnstile", whenDown: "work" },
};

/** The protection of an event that is attacked. */
export function protectionOf(name: AttackName): Protection {
  const difficulty = CALM.challenge.difficulty - BITS_LESS;
  return { ...CALM, challenge: { ...CALM.challenge, difficulty, ...DIFFERENT[name] } };
}
