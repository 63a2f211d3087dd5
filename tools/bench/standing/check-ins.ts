import type { StandingVisit } from "@/simulation/standing";

/** The numbers of all who check in, by time: each visit stands for the `every` around its own, one after the other. */
export function checkInsInOrder(visits: readonly StandingVisit[], every: number, visitors: number) {
  const moments = visits
    .flatMap(({ number, asked }) =>
      asked.filter(({ step }) => step === "status").map(({ atMs }) => ({ atMs, number })),
    )
    .sort((one, other) => one.atMs - other.atMs);
  const numbers = moments.flatMap(({ number }) => {
    const first = number - Math.ceil(every / 2) + 1;
    return Array.from({ length: every }, (_, index) => first + index);
  });
  return Uint32Array.from(numbers.filter((number) => number >= 1 && number <= visitors));
}
