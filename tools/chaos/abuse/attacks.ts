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

/** The comparison, or the attack itself. */
export type Run = "bare" | "beside";

/**
 * No two runs have addresses in common: what is counted over all events of a customer would tell an attack from an
 * earlier one. All of them are of the block for benchmarks (RFC 2544).
 */
function addressIn(run: Run, name: AttackName): (index: number) => string {
  const block = run === "bare" ? 18 : 19;
  const first = 16 * ATTACK_NAMES.indexOf(name);
  return (index) => `198.${block}.${first + (index >> 8)}.${index & 255}`;
}

/** One /64 in each, in one /48 of the block for documentation (RFC 3849). */
function addressOf48In(run: Run): (index: number) => string {
  const site = run === "bare" ? 7 : 8;
  return (index) => `2001:db8:${site}:${index.toString(16)}::1`;
}

function range(count: number, of: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => of(index));
}

const FLOOD = { joins: JOINS, perSecond: JOINS_PER_SECOND, proofs: "none" } as const;
const FEW = { joins: 2_000, perSecond: 100 } as const;

/** What the attackers of a run do. */
export function attackOf(name: AttackName, run: Run): Attack {
  const address = addressIn(run, name);
  switch (name) {
    case "one-address":
      return { ...FLOOD, addresses: range(1, address) };
    case "one-48":
      return { ...FLOOD, addresses: range(500, addressOf48In(run)) };
    case "many-addresses":
      return { ...FLOOD, addresses: range(2_000, address) };
    case "replayed-proofs":
      return { ...FEW, addresses: range(20, address), proofs: "replayed" };
    case "farm":
      // One machine that does nothing else, and has the address of one.
      return { ...FEW, addresses: range(1, address), proofs: "solved" };
    case "vendor-down":
      return { ...FEW, addresses: range(20, address), proofs: "forged" };
  }
}

/** Addresses of honest visitors who share one with attackers: each of those in turn. */
export function sharedAddress({ addresses }: Attack, index: number): string {
  return addresses[index % addresses.length] ?? "";
}
