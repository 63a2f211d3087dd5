import { round } from "@/simulation/statistics";
import { inForce, type Seen } from "../shared/history";
import { maxActiveRatio, maxSlidingRatio, type Seat } from "../shared/measures";

/** When a visitor first said that the visit is over, by queue id, in line time. */
export type Leaves = Map<string, number>;

/** One who was let in, as an observer knows it. */
export type Admission = { readonly queueId: string; readonly admittedAtMs: number };

/** What a visitor can prove: the queue id, and when the token of each admission passes. */
export type TokenHolder = {
  readonly queueIds: ReadonlySet<string>;
  readonly tokenSeconds: readonly number[];
};

/** How long admissions hold what they give. */
export type CapTimes = { readonly seatMs: number; readonly validitySeconds: number };

/** What was in force while they were let in. */
type InForce = {
  readonly outflow: readonly Seen<number>[];
  readonly cap: readonly Seen<number | null>[];
};

/** How near the admissions came to the outflow and to the active cap; above 1 is a violation. */
export function capFigures(
  admitted: readonly Admission[],
  leaves: Leaves,
  { outflow, cap }: InForce,
  { seatMs }: CapTimes,
) {
  const isUnderCap = ({ admittedAtMs }: Admission) =>
    inForce(cap, admittedAtMs, admittedAtMs).every((value) => value !== null);
  return {
    maxSlidingRatio: round(
      maxSlidingRatio(
        admitted.map(({ admittedAtMs }) => admittedAtMs),
        outflow,
      ),
    ),
    maxActiveRatio: round(maxActiveRatio(seatsOf(admitted, leaves, seatMs), cap)),
    admissions: admitted.length,
    admissionsUnderCap: admitted.filter(isUnderCap).length,
    seatsGivenBack: leaves.size,
  };
}

/**
 * Adds those that only a visitor's token tells of, since a loss took them away before anybody had read
 * them. Of those only the second is known.
 */
export function withTokens(
  admitted: readonly Admission[],
  holders: readonly TokenHolder[],
  { validitySeconds }: CapTimes,
): Admission[] {
  const nameOf = (queueId: string, second: number) => `${queueId}:${second}`;
  const known = new Set(
    admitted.map(({ queueId, admittedAtMs }) => nameOf(queueId, Math.floor(admittedAtMs / 1_000))),
  );
  const byToken = holders.flatMap(({ queueIds, tokenSeconds }) => {
    const queueId = [...queueIds][0];
    if (queueId === undefined) return [];
    return tokenSeconds
      .map((second) => second - validitySeconds)
      .filter((second) => !known.has(nameOf(queueId, second)))
      .map((second) => ({ queueId, admittedAtMs: second * 1_000 + 500 }));
  });
  return [...admitted, ...byToken];
}

/** One seat for each visitor: a renewal keeps it, and lets its lease begin anew. */
export function seatsOf(admitted: readonly Admission[], leaves: Leaves, seatMs: number): Seat[] {
  const seats = new Map<string, Seat>();
  for (const { queueId, admittedAtMs } of admitted) {
    const held = seats.get(queueId);
    const leftAtMs = leaves.get(queueId) ?? Number.POSITIVE_INFINITY;
    seats.set(queueId, {
      takenAtMs: Math.min(held?.takenAtMs ?? Infinity, admittedAtMs),
      endsAtMs: Math.min(leftAtMs, Math.max(held?.endsAtMs ?? 0, admittedAtMs + seatMs)),
    });
  }
  return [...seats.values()];
}
