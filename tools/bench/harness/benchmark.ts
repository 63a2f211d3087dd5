import type { Figures } from "../../shared/bars";
import type { OtherBuild } from "./other-build";
import type { Comparison } from "./ratios";

/** `isScraped`: this build has its metrics on, and somebody reads them each second. */
export type ComparedHow = { readonly isScraped: boolean };

export type Benchmark = {
  readonly about: string;
  readonly measure: () => Promise<Figures>;
  /** Measures this build and another one in turn, in one run; left out where it cannot. */
  readonly compare?: (other: OtherBuild, how: ComparedHow) => Promise<Comparison>;
};
