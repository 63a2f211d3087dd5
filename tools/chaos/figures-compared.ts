type Counts = ReadonlyMap<string, number>;
type Sums = Readonly<Record<string, number>>;

export type ComparedFigures = {
  readonly observed: Sums;
  readonly rolledUp: Sums;
  readonly different: readonly {
    readonly name: string;
    readonly observed: number;
    readonly rolledUp: number;
  }[];
};

/**
 * Compares what was told with what is stored: everything that was told, and every figure that is stored at all.
 * What was told by lane (`joins.1`) is compared by lane and in all.
 */
export function compareFigures(told: Counts, stored: Counts): ComparedFigures {
  const observed = withSums(told);
  const figureOf = (name: string) => name.split(".")[0] ?? name;
  const toldFigures = new Set([...observed.keys()].map(figureOf));
  const strangers = [...stored.keys()].filter((name) => !toldFigures.has(figureOf(name)));
  const names = [...new Set([...observed.keys(), ...strangers])].sort();
  const rows = names.map((name) => ({
    name,
    observed: observed.get(name) ?? 0,
    rolledUp: stored.get(name) ?? 0,
  }));
  return {
    observed: Object.fromEntries(rows.map((row) => [row.name, row.observed])),
    rolledUp: Object.fromEntries(rows.map((row) => [row.name, row.rolledUp])),
    different: rows.filter((row) => row.observed !== row.rolledUp),
  };
}

function withSums(told: Counts): Map<string, number> {
  const sums = new Map(told);
  for (const [name, count] of told) {
    const [figure = name, lane] = name.split(".");
    if (lane !== undefined) sums.set(figure, count + (sums.get(figure) ?? 0));
  }
  return sums;
}
