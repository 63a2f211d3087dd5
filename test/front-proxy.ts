import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TestCertificate } from "./certificates";

/** What a proxy does to the headers that say where a request came from. */
export type ProxyManners = {
  /** `append`, as it should be; `if-none`: only where the visitor sent none; `none`: it passes on what came. */
  readonly forwardedFor?: "append" | "if-none" | "none";
  readonly forwardedProto?: boolean;
  /** With it the proxy speaks TLS. */
  readonly certificate?: TestCertificate;
};

export type FrontProxy = { readonly port: number; close(): void };

/** A proxy in front of a port of this machine. */
export async function startFrontProxy(
  behind: () => number,
  { forwardedFor = "append", forwardedProto = true, certificate }: ProxyManners = {},
): Promise<FrontProxy> {
  function forwarded({ headers, socket }: IncomingMessage): Record<string, string> {
    const came = headers["x-forwarded-for"];
    const hops = came === undefined ? [] : [String(came)];
    const isAdded = forwardedFor === "append" || (forwardedFor === "if-none" && hops.length === 0);
    if (isAdded) hops.push(socket.remoteAddress ?? "");
    return {
      ...(hops.length === 0 ? {} : { "x-forwarded-for": hops.join(", ") }),
      ...(forwardedProto ? { "x-forwarded-proto": certificate ? "https" : "http" } : {}),
    };
  }
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const headers = { ...incoming.headers, ...forwarded(incoming) };
    const { method, url } = incoming;
    const target = { port: behind(), host: "127.0.0.1", method, path: url, headers, agent: false };
    const sent = request(target, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.once("error", () => outgoing.writeHead(502).end());
    incoming.pipe(sent);
  };
  const server: Server = certificate ? createTlsServer(certificate, pass) : createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The server listens on TCP, so its address is no path.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
