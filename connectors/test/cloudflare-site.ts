import { bundle } from "./bundle.ts";
import type { AdapterSite, SiteAnswer, SiteSetup, SiteVisit } from "./conformance/site.ts";
import { send } from "./node-site.ts";
import { startKv, startWorkerd } from "./workerd.ts";

const HOST = "shop.example";
let program: Promise<string> | undefined;

/** Sends a request as Cloudflare hands it to a Worker: it writes `CF-Connecting-IP` itself. */
export function sendToWorker(
  port: number,
  path: string,
  { clientIp, headers, ...visit }: SiteVisit = {},
): Promise<SiteAnswer> {
  const address = clientIp === undefined ? {} : { "cf-connecting-ip": clientIp };
  const facts = { host: HOST, "x-forwarded-proto": "https", ...address };
  return send(port, path, { ...visit, headers: { ...headers, ...facts } });
}

/** Starts a site behind the adapter in workerd, with a KV namespace of its own. */
export async function startCloudflareSite(setup: SiteSetup): Promise<AdapterSite> {
  program ??= bundle({ file: "cloudflare-worker.ts" });
  const kv = await startKv();
  const worker = await startWorkerd(await program, { SETUP: setup }, kv);
  // The first request waits for the first config.
  await sendToWorker(worker.port, "/");
  return {
    origin: `https://${HOST}`,
    send: (path, visit) => sendToWorker(worker.port, path, visit),
    close: async () => {
      await worker.close();
      await kv.close();
    },
  };
}
