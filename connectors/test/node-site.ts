import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AnyResponse } from "../src/adapters/node/connector.ts";
import {
  createActivityReporter,
  createNodeConnector,
  type NodeConnector,
  type NodeConnectorOptions,
} from "../src/adapters/node/index.ts";
import type { AnyRequest } from "../src/adapters/node/visitor-facts.ts";
import {
  type AdapterSite,
  ORIGIN_COOKIE,
  ORIGIN_SAYS,
  originPage,
  originSays,
  type SiteAnswer,
  type SiteSetup,
  type SiteVisit,
  type StartSite,
  toOptions,
} from "./conformance/site.ts";
import { SECRET } from "./fixtures.ts";

/** Starts a server on a free port of this machine. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port");
  return address.port;
}

/** Stops a server together with the connections that are still open. */
export function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function joinHeader(response: IncomingMessage, name: string): string | null {
  const value = response.headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}

async function readText(message: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

/** Sends a request over a connection of its own, following nothing. */
export function send(port: number, path: string, visit: SiteVisit = {}): Promise<SiteAnswer> {
  const { method = "GET", headers = {}, body, clientIp } = visit;
  const forwarded = clientIp === undefined ? {} : { "x-forwarded-for": clientIp };
  return new Promise((resolve, reject) => {
    const options = { method, headers: { ...headers, ...forwarded }, agent: false };
    // An address that holds a long one is longer than Node takes by itself.
    const sent = request({ host: "127.0.0.1", port, path, maxHeaderSize: 65_536, ...options });
    sent.once("error", reject);
    sent.once("response", (response) => {
      readText(response).then(
        (text) =>
          resolve({
            status: response.statusCode ?? 0,
            header: (name) => joinHeader(response, name),
            setCookies: response.headers["set-cookie"] ?? [],
            body: text,
          }),
        reject,
      );
    });
    sent.end(body);
  });
}

/** The pages of the site itself. */
export const answerAsOrigin = (request: AnyRequest, response: AnyResponse): void => {
  void readText(request).then((body) => {
    response.appendHeader("set-cookie", ORIGIN_COOKIE);
    const asked = [request.headers[ORIGIN_SAYS] ?? ""].flat().join("|");
    for (const [name, value] of originSays(asked)) response.appendHeader(name, value);
    response.end(originPage(body));
  });
};

/** A protected site together with its connector. */
export interface NodeSite extends AdapterSite {
  readonly connector: NodeConnector;
  readonly port: number;
}

type ServeSite = (connector: NodeConnector) => Server | Promise<Server>;

async function serve(options: NodeConnectorOptions, serveSite: ServeSite): Promise<NodeSite> {
  const connector = createNodeConnector(options);
  const server = await serveSite(connector);
  const port = await listen(server);
  return {
    connector,
    port,
    origin: `http://127.0.0.1:${port}`,
    send: (path, visit) => send(port, path, visit),
    close: async () => {
      await connector.close();
      await stop(server);
    },
  };
}

/** Starts a site on `node:http` behind the connector. Does not wait for the first config. */
export function startNodeSite(
  options: Partial<NodeConnectorOptions> & Pick<NodeConnectorOptions, "configUrl">,
): Promise<NodeSite> {
  const defaults = { customerId: "acme", apiKey: "key-1", failOpen: false };
  return serve({ ...defaults, secrets: [SECRET], ...options }, (connector) =>
    createServer(connector.wrap(answerAsOrigin)),
  );
}

/** Starts sites in a framework, behind one proxy that names the visitor's address. */
export function startFrameworkSite(serveSite: ServeSite): StartSite {
  return async (setup) => {
    const site = await serve(toNodeOptions(setup), serveSite);
    await site.connector.ready();
    return site;
  };
}

/** The options of a connector in Node behind one proxy, which names the visitor's address. */
export function toNodeOptions(setup: SiteSetup): NodeConnectorOptions {
  return { ...toOptions(setup, createActivityReporter), trustedProxies: 1 };
}
