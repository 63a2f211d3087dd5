import { bundle } from "./bundle.ts";
import type { AdapterSite, SiteSetup } from "./conformance/site.ts";
import { FOR_EDGEWORKERS, runEdgeWorker } from "./edgeworkers.ts";

let program: Promise<string> | undefined;

/** Starts a site behind the adapter in emulated EdgeWorkers. */
export async function startAkamaiSite(setup: SiteSetup): Promise<AdapterSite> {
  program ??= bundle({ file: "akamai-worker.ts" }, FOR_EDGEWORKERS);
  const { visit } = runEdgeWorker(await program, { SETUP: setup });
  await visit("/");
  return { origin: "https://shop.example", send: visit, close: async () => undefined };
}
