import { createServer, type Server } from "node:http";
import type { ForwardAuthOptions } from "@/connectors/src/adapters/proxy/forward-auth/options";
import { createForwardAuth } from "@/connectors/src/adapters/proxy/forward-auth/server";
import type { AdapterSite, SiteSetup } from "@/connectors/test/conformance/site";
import { configText } from "@/connectors/test/conformance/world";
import { SECRET } from "@/connectors/test/fixtures";
import { createTls, sendHttp2 } from "@/connectors/test/http2-site";
import { answerAsOrigin, listen, send, stop, toNodeOptions } from "@/connectors/test/node-site";
import { type RunnableProxy, startProxy } from "@/tools/forward-auth/proxies";
import { freePort } from "@/tools/shared/serve";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

const PROXY_KEY = "0123456789abcdef0123456789abcdef";

/** A site behind a real proxy, and the connector that it asks. */
export interface ProxiedSite extends AdapterSite {
  readonly port: number;
  readonly tlsOrigin: string;
  /** Asks over TLS and HTTP/2. */
  readonly sendHttp2: AdapterSite["send"];
  /** Ends the connector alone. */
  readonly stopConnector: () => Promise<void>;
}

/** To make a key takes long: one for all proxies of a file. */
let sharedTls: ReturnType<typeof createTls> | undefined;

/** Caddy names the address that it is told in front of its own; the others replace theirs by it. */
const trustedProxiesOf = (proxy: RunnableProxy): number => (proxy === "caddy" ? 2 : 1);

/** Starts all three, and waits until the first config pull has ended. */
async function startProxiedSite(
  proxy: RunnableProxy,
  options: Omit<ForwardAuthOptions, "proxy" | "proxyKey">,
  site: Server = createServer(answerAsOrigin),
): Promise<ProxiedSite> {
  const sitePort = await listen(site);
  const forwardAuth = createForwardAuth({
    ...options,
    proxy,
    proxyKey: PROXY_KEY,
    trustedProxies: trustedProxiesOf(proxy),
  });
  const connectorPort = await forwardAuth.listen({ port: 0, host: "127.0.0.1" });
  await forwardAuth.ready();
  const directory = await temporaryDirectory(`stanchion-${proxy}-`);
  const port = await freePort();
  const tlsPort = await freePort();
  sharedTls ??= createTls();
  const tls = await sharedTls;
  const stopProxy = await startProxy(proxy, {
    ...{ directory, port, tlsPort, tls, sitePort, connectorPort, key: PROXY_KEY },
  });
  return {
    port,
    stopConnector: forwardAuth.close,
    origin: `http://127.0.0.1:${port}`,
    send: (path, visit) => send(port, path, visit),
    tlsOrigin: `https://127.0.0.1:${tlsPort}`,
    sendHttp2: (path, visit) => sendHttp2(tlsPort, path, visit),
    close: async () => {
      await stopProxy();
      await forwardAuth.close();
      await stop(site);
    },
  };
}

/** The default rules before a site of a test's own. */
export function startUsualSite(proxy: RunnableProxy, origin: Server): Promise<ProxiedSite> {
  const options: Parameters<typeof startProxiedSite>[1] = {
    ...{ customerId: "acme", secrets: [SECRET], failOpen: false, config: configText() },
    onProblem: () => undefined,
  };
  return startProxiedSite(proxy, options, origin);
}

/** The proxy as the suite of all adapters starts it. */
export function startConforming(proxy: RunnableProxy) {
  return (setup: SiteSetup): Promise<AdapterSite> => {
    const { acceptsPush: _push, ...options } = toNodeOptions(setup);
    return startProxiedSite(proxy, options);
  };
}

const NO_RESPONSE = "the connector never sees what the site answers";
const NO_BODY = "a question has no body";

/** What no proxy can that only asks. */
export const CANNOT: Readonly<Record<string, string>> = {
  "of what a site says to caches, an answer with a session keeps what is for browsers": NO_RESPONSE,
  "a response that ends the visit takes the session away and does not say so": NO_RESPONSE,
  "a response that says something else by that name extends the session": NO_RESPONSE,
  "a response that ends the visit keeps the site's own cookies": NO_RESPONSE,
  "a page of no rule, and of an ignore rule, ends nothing": NO_RESPONSE,
  "a POST request with a good token starts no session that ends at once": NO_RESPONSE,
  "a visit that the site ends is reported as over, once and for all": NO_RESPONSE,
  "a pushed config counts if the waiting room sent it": NO_BODY,
  "with public keys, only a signed push counts": NO_BODY,
};
