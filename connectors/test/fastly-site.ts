import { bundle } from "./bundle.ts";
import type { AdapterSite, SiteSetup } from "./conformance/site.ts";
import { FOR_COMPUTE, runCompute } from "./fastly-compute.ts";
import { startFetchSite } from "./fetch-site.ts";

let program: Promise<string> | undefined;

/** Starts a site behind the adapter in emulated Compute. */
export async function startFastlySite(setup: SiteSetup): Promise<AdapterSite> {
  program ??= bundle({ file: "fastly-worker.ts" }, FOR_COMPUTE);
  const { visit } = runCompute(await program, { SETUP: setup });
  return startFetchSite(setup, () => ({
    handle: (request, _, { clientIp = "203.0.113.1" } = {}) => visit(request, clientIp),
    close: async () => undefined,
  }));
}
