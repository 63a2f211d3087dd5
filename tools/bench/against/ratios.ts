/** Each figure of our build over that of another one. */
export type Ratios = Readonly<Record<string, number>>;

/** How a build is compared with another one of the same program. */
export type Comparison = {
  readonly ratios: Ratios;
  /** How far a figure may be off, as a share: 0 for figures that have to be the same. */
  readonly tolerance: number;
};

/** The names of figures that grow as a program gets better; all others shrink. */
const BETTER_WHEN_MORE = /PerSecond$/;

/** Figures that are worse than the comparison allows: at zero tolerance, those that differ at all. */
export function worseFigures({ ratios, tolerance }: Comparison): string[] {
  return Object.entries(ratios)
    .filter(([name, ratio]) => {
      if (tolerance === 0) return ratio !== 1;
      if (!Number.isFinite(ratio)) return true;
      return BETTER_WHEN_MORE.test(name) ? ratio < 1 - tolerance : ratio > 1 + tolerance;
    })
    .map(([name]) => name);
}

/** Ratios of figures by name; none of both is the same, something over nothing is infinite. */
export function ratiosOf(
  ours: Readonly<Record<string, number>>,
  theirs: Readonly<Record<string, number>>,
): Ratios {
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return Object.fromEntries(
    names.map((name) => {
      const [own = 0, other = 0] = [ours[name], theirs[name]];
      return [name, own === other ? 1 : own / other];
    }),
  );
}
