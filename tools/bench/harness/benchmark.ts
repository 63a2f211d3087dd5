import type { OtherBuild } from "./other-build";
import type { Comparison } from "./ratios";

/** What was measured, by name; a group of figures is one of kind. */
export type Figures = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** What a figure must reach. `figure` names it; in a group `group.name`. */
export type Bar =
  | { readonly figure: string; readonly atLeast: number }
  | { readonly figure: string; readonly atMost: number };

/** What every benchmark gets. */
export type BenchContext = {
  readonly say: (line: string) => void;
  /** A folder for CPU profiles of the server processes, or null. */
  readonly profileDirectory: string | null;
  /** How many visitors, where a benchmark can have more or fewer; null for its own number. */
  readonly visitors: number | null;
};

/** A benchmark starts what it needs and measures ours and the yardstick in turn, in one run. */
export type Benchmark = {
  /** One line for people. */
  readonly about: string;
  readonly bars: readonly Bar[];
  readonly measure: (context: BenchContext) => Promise<Figures>;
  /** Measures this build and another one in turn, in one run; left out where it cannot. */
  readonly compare?: (other: OtherBuild, context: BenchContext) => Promise<Comparison>;
};

/** A figure by its path; undefined when it was not measured. */
export function figureAt(figures: Figures, path: string): number | undefined {
  const [name = "", member] = path.split(".");
  const value = figures[name];
  if (typeof value === "number") return member === undefined ? value : undefined;
  return member === undefined ? undefined : value?.[member];
}

/** Whether a bar is met; a figure that was not measured meets none. */
export function isMet(figures: Figures, bar: Bar): boolean {
  const value = figureAt(figures, bar.figure);
  if (value === undefined || !Number.isFinite(value)) return false;
  return "atLeast" in bar ? value >= bar.atLeast : value <= bar.atMost;
}

/** The bar in words. */
export function describeBar(bar: Bar): string {
  return "atLeast" in bar
    ? `${bar.figure} at least ${bar.atLeast}`
    : `${bar.figure} at most ${bar.atMost}`;
}
