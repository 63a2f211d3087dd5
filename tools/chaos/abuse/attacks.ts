import type { ChallengeSetting } from "@/lib/domain/challenge/challenge-setting";
import { CALM, type Protection } from "@/lib/domain/protection/protection";
import { BITS_LESS } from "./scaled-work";

export type Attack = {
  /** Where they come from; the n-th join comes from the n-th of these, and from the first again after the last. */
  readonly addresses: readonly string[];
  readonly joins: number;
  readonly perSecond: number;
  /** They ignore challenges, send one solution again and again, solve each, or make up answers of a CAPTCHA. */
  readonly proofs: "none" | "replayed" | "solved" | "forged";
};

type Row = Omit<Attack, "addresses"> & {
  readonly from: number;
  /** What differs from the protection of a new event; everything else is as a new event has it. */
  readonly challenge?: Partial<ChallengeSetting>;
};

const FLOOD = { joins: 20_000, perSecond: 1_000, proofs: "none" } as const;
const FEW = { joins: 2_000, perSecond: 100 } as const;
const ALWAYS = { when: "always" } as const;
const CAPTCHA = { ...ALWAYS, kind: "captcha", provider: "turnstile", whenDown: "work" } as const;

const ATTACKS = {
  "one-address": { ...FLOOD, from: 1 },
  "one-48": { ...FLOOD, from: 500 },
  // So many addresses are each within what a household may do: the event has to ask everybody.
  "many-addresses": { ...FLOOD, from: 2_000, challenge: ALWAYS },
  // A join within its limits would not need a proof, and a replayed one would do no harm.
  "replayed-proofs": { ...FEW, proofs: "replayed", from: 20, challenge: ALWAYS },
  // One machine that does nothing else, and has the address of one.
  farm: { ...FEW, proofs: "solved", from: 1 },
  "vendor-down": { ...FEW, proofs: "forged", from: 20, challenge: CAPTCHA },
} as const satisfies Readonly<Record<string, Row>>;

export type AttackName = keyof typeof ATTACKS;

// Object.keys forgets that these are the names.
export const ATTACK_NAMES = Object.keys(ATTACKS) as AttackName[];

export function isAttackName(text: string): text is AttackName {
  return text in ATTACKS;
}

export type Run = "bare" | "beside";

export function attackOf(name: AttackName, run: Run): Attack {
  const { from, joins, perSecond, proofs } = ATTACKS[name];
  const addresses = Array.from({ length: from }, (_, index) => addressIn(run, name, index));
  return { addresses, joins, perSecond, proofs };
}

/** No two runs share addresses: what is counted over all events would tell one attack from another (RFC 2544, RFC 3849). */
function addressIn(run: Run, name: AttackName, index: number): string {
  if (name === "one-48") return `2001:db8:${run === "bare" ? 7 : 8}:${index.toString(16)}::1`;
  const first = 16 * ATTACK_NAMES.indexOf(name);
  return `198.${run === "bare" ? 18 : 19}.${first + (index >> 8)}.${index & 255}`;
}

/** Addresses of honest visitors who share one with attackers: each of those in turn. */
export function sharedAddress({ addresses }: Attack, index: number): string {
  return addresses[index % addresses.length] ?? "";
}

export function protectionOf(name: AttackName): Protection {
  const { challenge = {} }: Row = ATTACKS[name];
  const difficulty = CALM.challenge.difficulty - BITS_LESS;
  return { ...CALM, challenge: { ...CALM.challenge, difficulty, ...challenge } };
}
