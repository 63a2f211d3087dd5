import { median } from "./medians";

export type Ratios = Readonly<Record<string, number>>;

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

/** Ratios of figures that vary: 1 where the values that both have shown overlap, else that of the medians. */
export function ratiosOfRanges(
  ours: readonly Readonly<Record<string, number>>[],
  theirs: readonly Readonly<Record<string, number>>[],
): Ratios {
  const names = [...new Set([...ours, ...theirs].flatMap((figures) => Object.keys(figures)))];
  return Object.fromEntries(
    names.map((name) => {
      const [own, other] = [ours, theirs].map((all) => all.map((figures) => figures[name] ?? 0));
      return [name, ratioOfRanges(own ?? [], other ?? [])];
    }),
  );
}

function ratioOfRanges(ours: readonly number[], theirs: readonly number[]): number {
  const areApart =
    Math.min(...ours) > Math.max(...theirs) || Math.min(...theirs) > Math.max(...ours);
  return areApart ? median(ours) / median(theirs) : 1;
}
