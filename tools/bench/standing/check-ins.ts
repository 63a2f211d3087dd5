import type { StandingVisit } from "@/simulation/standing";

type Sent = {
  /** Numbers that each visit stands for, those around its own. */
  readonly every: number;
  readonly visitors: number;
  /** Of the numbers next to each other one in so many checks in. */
  readonly oneIn: number;
};

/** The numbers of those who check in, by time: each visit stands for the `every` around its own, one after the other. */
export function checkInsInOrder(
  visits: readonly StandingVisit[],
  { every, visitors, oneIn }: Sent,
): Uint32Array {
  const moments = visits
    .flatMap(({ number, asked }) =>
      asked.filter(({ step }) => step === "status").map(({ atMs }) => ({ atMs, number })),
    )
    .sort((one, other) => one.atMs - other.atMs);
  const numbers = moments.flatMap(({ number }) => {
    const first = number - Math.ceil(every / 2) + 1;
    return Array.from({ length: Math.ceil(every / oneIn) }, (_, index) => first + index * oneIn);
  });
  return Uint32Array.from(numbers.filter((number) => number >= 1 && number <= visitors));
}
