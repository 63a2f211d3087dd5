import { createServer, type RequestListener, type Server } from "node:http";
import { createProxy, type ProxyOptions, type ProxyServer } from "../src/adapters/proxy/index.ts";
import type { AdapterSite, SiteSetup } from "./conformance/site.ts";
import { answerAsOrigin, listen, send, stop, toNodeOptions } from "./node-site.ts";

/** A site that cannot install anything, with a proxy in front of it. */
export interface ProxySite extends AdapterSite {
  readonly proxy: ProxyServer;
  readonly port: number;
  readonly server: Server;
}

/** Starts an origin and a proxy, and waits until the first config pull has ended. */
export async function startProxySite(
  options: Omit<ProxyOptions, "origin"> & { readonly origin?: string },
  answer: RequestListener = answerAsOrigin,
): Promise<ProxySite> {
  const server = createServer(answer);
  const originPort = await listen(server);
  const proxy = createProxy({ origin: `http://127.0.0.1:${originPort}`, ...options });
  const port = await proxy.listen({ port: 0, host: "127.0.0.1" });
  await proxy.ready();
  return {
    proxy,
    port,
    server,
    origin: `http://127.0.0.1:${port}`,
    send: (path, visit) => send(port, path, visit),
    close: async () => {
      await proxy.close();
      await stop(server);
    },
  };
}

/** The proxy as the suite of all adapters starts it. */
export function startConformingProxy(setup: SiteSetup): Promise<AdapterSite> {
  return startProxySite({ ...toNodeOptions(setup), shutdownTimeoutMs: 1 });
}
