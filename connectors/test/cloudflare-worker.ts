import {
  createActivityReporter,
  createCloudflareWorker,
  type KvNamespace,
} from "../src/adapters/cloudflare/index.ts";
import { type SiteSetup, toOptions } from "./conformance/site.ts";

interface Env {
  readonly SETUP: SiteSetup;
  readonly KV: KvNamespace;
}

/** The Worker that the suite runs in workerd: its setup is a binding. */
const worker = createCloudflareWorker<Env>(({ SETUP, KV }) => ({
  ...toOptions(SETUP, createActivityReporter),
  kv: KV,
  firstConfigWaitMs: 30_000,
}));

// biome-ignore lint/style/noDefaultExport: Workers are default exports.
export default worker;
