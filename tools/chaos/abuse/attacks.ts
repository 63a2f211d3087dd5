/** The attacks in the order in which they are made. */
export const ATTACK_NAMES = [
  "one-address",
  "one-48",
  "many-addresses",
  "replayed-proofs",
  "farm",
  "vendor-down",
] as const;
export type AttackName = (typeof ATTACK_NAMES)[number];

export function isAttackName(text: string): text is AttackName {
  return ATTACK_NAMES.some((name) => name === text);
}

/** What attackers send. */
export type Attack = {
  /** Where they come from; the n-th join comes from the n-th of these, and from the first again after the last. */
  readonly addresses: readonly string[];
  readonly joins: number;
  readonly perSecond: number;
  /**
   * What they do about challenges: ignore them; send one solution again and again; solve each; or send made-up
   * answers of a CAPTCHA.
   */
  readonly proofs: "none" | "replayed" | "solved" | "forged";
};

const JOINS = 20_000;
const JOINS_PER_SECOND = 1_000;

/** All of TEST-NET-3 (RFC 5737) would be too few: these are of the block for benchmarks (RFC 2544). */
const address = (index: number) => `198.18.${index >> 8}.${index & 255}`;
/** One /64 in each, in one /48 of the block for documentation (RFC 3849). */
const addressOf48 = (index: number) => `2001:db8:7:${index.toString(16)}::1`;

function range(count: number, of: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => of(index));
}

const FLOOD = { joins: JOINS, perSecond: JOINS_PER_SECOND, proofs: "none" } as const;

export const ATTACKS: Readonly<Record<AttackName, Attack>> = {
  "one-address": { ...FLOOD, addresses: [address(1)] },
  "one-48": { ...FLOOD, addresses: range(500, addressOf48) },
  "many-addresses": { ...FLOOD, addresses: range(2_000, address) },
  "replayed-proofs": {
    addresses: range(20, address),
    joins: 2_000,
    perSecond: 100,
    proofs: "replayed",
  },
  // One machine that does nothing else, and has the address of one.
  farm: { addresses: [address(1)], joins: 2_000, perSecond: 100, proofs: "solved" },
  "vendor-down": { addresses: range(20, address), joins: 2_000, perSecond: 100, proofs: "forged" },
};

/** Addresses of honest visitors who share one with attackers: each of those in turn. */
export function sharedAddress({ addresses }: Attack, index: number): string {
  return addresses[index % addresses.length] ?? "";
}
