import { connect, type Http2SecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import { createNodeConnector, type NodeConnector } from "../src/adapters/node/index.ts";
import type { SiteAnswer, SiteVisit, StartSite } from "./conformance/site.ts";
import { toNodeOptions } from "./node-site.ts";

export interface Tls {
  readonly key: string;
  readonly cert: string;
}

/** A certificate for this machine, trusted by nobody. */
export async function createTls(): Promise<Tls> {
  const made = await generate([{ name: "commonName", value: "127.0.0.1" }]);
  return { key: made.private, cert: made.cert };
}

let shared: Promise<Tls> | undefined;

/** One for all sites of a file: to make a key takes longer than most scenarios. */
function sharedTls(): Promise<Tls> {
  shared ??= createTls();
  return shared;
}

function joined(value: number | string | readonly string[] | undefined): string | null {
  if (value === undefined) return null;
  return typeof value === "object" ? value.join(", ") : String(value);
}

/** Sends a request over HTTP/2, on a connection of its own. */
export async function sendHttp2(
  port: number,
  path: string,
  { method = "GET", headers = {}, body, clientIp }: SiteVisit = {},
): Promise<SiteAnswer> {
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  try {
    return await new Promise((resolve, reject) => {
      session.once("error", reject);
      const forwarded = clientIp === undefined ? {} : { "x-forwarded-for": clientIp };
      const stream = session.request({
        ":path": path,
        ":method": method,
        ...headers,
        ...forwarded,
      });
      let text = "";
      stream.once("error", reject);
      stream.once("response", (answer) => {
        stream.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
        stream.once("end", () =>
          resolve({
            status: answer[":status"] ?? 0,
            header: (name) => joined(answer[name]),
            setCookies: answer["set-cookie"] ?? [],
            body: text,
          }),
        );
      });
      stream.end(body);
    });
  } finally {
    session.close();
  }
}

/** Starts sites that are asked over HTTP/2, behind one proxy that names the visitor's address. */
export function startHttp2Site(
  serveSite: (connector: NodeConnector, tls: Tls) => Http2SecureServer | Promise<Http2SecureServer>,
): StartSite {
  return async (setup) => {
    const connector = createNodeConnector(toNodeOptions(setup));
    const server = await serveSite(connector, await sharedTls());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await connector.ready();
    return {
      origin: `https://127.0.0.1:${port}`,
      send: (path, visit) => sendHttp2(port, path, visit),
      close: async () => {
        await connector.close();
        await new Promise<void>((resolve) => server.close(() => resolve()));
      },
    };
  };
}
