import type { Figures } from "../../shared/bars";
import type { OtherBuild } from "./other-build";
import type { Comparison } from "./ratios";

/** `isScraped`: this build has its metrics on, and somebody reads them each second. */
export type ComparedHow = { readonly isScraped: boolean };

/** Another size than its own, for the benchmarks that know it. */
export type Asked = { readonly visitors?: number; readonly events?: number };

export type Benchmark = {
  readonly about: string;
  readonly measure: (asked: Asked) => Promise<Figures>;
  /** Measures this build and another one in turn, in one run; left out where it cannot. */
  readonly compare?: (other: OtherBuild, how: ComparedHow) => Promise<Comparison>;
};
