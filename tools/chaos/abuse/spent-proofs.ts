import { askedIn } from "@/rehearsal/crowd/prove";
import type { Solvers } from "../../crowd/solvers";
import { newClaim } from "../../shared/ask";
import type { Replay } from "./attacker-orders";
import type { SendAttack } from "./attackers-client";

type Joining = {
  readonly send: SendAttack;
  readonly solvers: Solvers;
  /** The path of the event's line. */
  readonly linePath: string;
  readonly target: string;
  readonly address: string;
};

/** A proof, with the join that it was made for and the number that this join got. */
export type SpentProof = Replay & { readonly joinId: string; readonly number: number | null };

/** Solves one challenge of an event that always asks for one, and spends it on a place, or keeps it. */
export async function solveOnce(
  { send, solvers, linePath, target, address }: Joining,
  isSpent: boolean,
): Promise<SpentProof> {
  const joinId = newClaim();
  const path = `${linePath}/join`;
  const form = { joinId, t: target };
  const asked = await send({ path, address, form });
  const challenge = askedIn(asked.body);
  if (challenge?.kind !== "work") throw new Error(`A join was answered ${JSON.stringify(asked)}.`);
  const { proof } = await solvers.solve(challenge);
  if (!isSpent) return { proof, joinId, address, number: null };
  const { body } = await send({ path, address, form: { ...form, proof } });
  const { number } = body;
  if (typeof number !== "number") throw new Error("A good proof was worth nothing.");
  return { proof, joinId, address, number };
}

/**
 * All ways to send proofs a second time: a spent one with its join and with new ones, from its address and from
 * others; one that was not spent, from others and with other joins.
 */
export function replaysOf(
  { spent, kept }: { readonly spent: readonly SpentProof[]; readonly kept: SpentProof },
  addresses: readonly string[],
): Replay[] {
  const again = spent.flatMap((one) =>
    [one.address, ...addresses].flatMap((address) => [
      { proof: one.proof, address, joinId: null },
      { proof: one.proof, address, joinId: one.joinId },
    ]),
  );
  const stolen = addresses
    .filter((address) => address !== kept.address)
    .map((address) => ({ proof: kept.proof, address, joinId: kept.joinId }));
  const taken = addresses.map((address) => ({ proof: kept.proof, address, joinId: null }));
  return [...again, ...stolen, ...taken];
}
