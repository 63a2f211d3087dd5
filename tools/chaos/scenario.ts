import type { Figures } from "../shared/bars";
import type { Say } from "./aftermath";
import { type Cluster, type ClusterOptions, startCluster } from "./cluster";

export type Given = {
  readonly seconds: number;
  readonly visitors: number;
  readonly attack: string | null;
  readonly say: Say;
};

export type Scenario = (given: Given) => Promise<Figures>;

export type Stage = Given & { readonly cluster: Cluster };

export function onCluster(
  options: Omit<ClusterOptions, "say">,
  measure: (stage: Stage) => Promise<Figures>,
): Scenario {
  return async (given) => {
    const cluster = await startCluster({ ...options, say: given.say });
    const figures = await measure({ ...given, cluster });
    await cluster.close();
    return figures;
  };
}
