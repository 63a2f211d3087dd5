/** The value in the middle, of an even count the mean of the two. Throws for none. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The median of each round's ratio: what changed between rounds falls out. Throws for none, and for a round of one only. */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  if (values.length !== others.length) throw new Error("There are rounds without a counterpart.");
  return median(values.map((value, round) => value / (others[round] ?? Number.NaN)));
}

/** Linear between the two nearest ranks; `share` from 0 to 1. Throws for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = (sorted.length - 1) * share;
  const low = sorted[Math.floor(rank)];
  const high = sorted[Math.ceil(rank)];
  if (low === undefined || high === undefined) throw new Error("There is nothing to rank.");
  return low + (high - low) * (rank - Math.floor(rank));
}

export function figuresIn<Figure extends string>(
  measured: readonly Readonly<Record<Figure, number>>[],
  figure: Figure,
): number[] {
  return measured.map((one) => one[figure]);
}

export function byName<Name extends string, Result>(
  names: readonly Name[],
  of: (name: Name) => Result,
): Record<Name, Result> {
  // What is made of entries has forgotten its names.
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Result>;
}

export async function repeat<Result>(times: number, work: () => Promise<Result>) {
  const results: Result[] = [];
  for (let done = 0; done < times; done += 1) results.push(await work());
  return results;
}

/**
 * Runs every measurement once a round, in turn and in every second round the other way round, so that
 * whatever else the machine does falls on all of them; answers what each measured, in order of the rounds.
 */
export async function alternate<Name extends string, Result>(
  rounds: number,
  measurements: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  // The names are those of `measurements`.
  const names = Object.keys(measurements) as Name[];
  const results = byName(names, (): Result[] => []);
  for (let round = 0; round < rounds; round += 1) {
    const inTurn = round % 2 === 0 ? names : names.toReversed();
    for (const name of inTurn) results[name].push(await measurements[name]());
  }
  return results;
}
