import type { Figures } from "../../shared/bars";
import type { OtherBuild } from "./other-build";
import type { Comparison } from "./ratios";

/** What every benchmark gets. */
export type BenchContext = {
  /** A folder for CPU profiles of the server processes, or null. */
  readonly profileDirectory: string | null;
  /** How many visitors, where a benchmark can have more or fewer; null for its own number. */
  readonly visitors: number | null;
};

/** A benchmark starts what it needs and measures ours and the yardstick in turn, in one run. */
export type Benchmark = {
  readonly about: string;
  readonly measure: (context: BenchContext) => Promise<Figures>;
  /** Measures this build and another one in turn, in one run; left out where it cannot. */
  readonly compare?: (other: OtherBuild, context: BenchContext) => Promise<Comparison>;
};
