import type { Figures } from "../shared/bars";
import { type Cluster, type ClusterOptions, startCluster } from "./cluster";
import type { Scenario } from "./scenario";

export type Stage = Parameters<Scenario>[0] & { readonly cluster: Cluster };

/** A scenario on a cluster of its own. */
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
