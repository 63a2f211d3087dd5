import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import {
  createNodeConnector,
  type NodeConnector,
  type NodeConnectorOptions,
} from "../src/adapters/node/index.ts";
import type { AdapterAnswer, AdapterSite } from "./conformance.ts";
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

function joinHeader(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}

/** Sends a request over a connection of its own, following nothing. */
export function send(
  port: number,
  path: string,
  options: { method?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<AdapterAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, agent: false, ...options });
    sent.once("error", reject);
    sent.once("response", (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
      });
      response.once("end", () => {
        const header = (name: string) => joinHeader(response.headers, name);
        resolve({ status: response.statusCode ?? 0, header, body });
      });
    });
    sent.end();
  });
}

/** A protected site together with its connector. */
export interface NodeSite extends AdapterSite {
  readonly connector: NodeConnector;
  readonly port: number;
}

/** Starts a site on `node:http` behind the connector. Does not wait for the first config. */
export async function startNodeSite(
  options: Partial<NodeConnectorOptions> & Pick<NodeConnectorOptions, "configUrl">,
): Promise<NodeSite> {
  const connector = createNodeConnector({
    customerId: "acme",
    secrets: [SECRET],
    apiKey: "key-1",
    failOpen: false,
    ...options,
  });
  const server = createServer(connector.wrap((_request, response) => response.end("origin")));
  const port = await listen(server);
  return {
    connector,
    port,
    origin: `http://127.0.0.1:${port}`,
    send: (path, headers = {}) => send(port, path, { headers }),
    close: async () => {
      await connector.close();
      await stop(server);
    },
  };
}
