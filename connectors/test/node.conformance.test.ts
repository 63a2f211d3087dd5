import { runConformance } from "./conformance.ts";
import { startNodeSite, toNodeOptions } from "./node-site.ts";

runConformance({
  runtime: "node",
  start: async (setup) => {
    const site = await startNodeSite({ configUrl: setup.configUrl, ...toNodeOptions(setup) });
    await site.connector.ready();
    return site;
  },
});
