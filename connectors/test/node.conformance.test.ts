import { runConformance } from "./conformance.ts";
import { startNodeSite } from "./node-site.ts";

runConformance("node", async (configUrl) => {
  const site = await startNodeSite({ configUrl, pullTimeoutMs: 30_000 });
  await site.connector.ready();
  return site;
});
