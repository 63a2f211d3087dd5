import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { noteClientAddress } from "@/lib/platform/client-address";
import { drainable } from "@/lib/platform/drain";
import { securityHeaders } from "./security-headers";

export type ConsoleServerOptions = {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly consoleUrl: string;
  readonly trustedProxies: number;
};

/** Next.js takes 1 MB in a server action; the largest that people send is a logo of 50 KB. */
const BODY_BYTES_MAX = 1_024 * 1_024;
/** An e-mail, a password and two tokens. */
const SIGN_IN_BYTES_MAX = 16 * 1_024;

const LIMITS = { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 };

/** A browser keeps six connections; this is for a hundred and sixty that wait at the same moment. */
const CONNECTIONS_MAX = 1_000;

/**
 * The console's server around Next.js. For every route: a body is bounded before it is read, the
 * address of the client is the one that can be relied on, and the answer carries the headers that
 * protect browsers.
 */
export function createConsoleServer(options: ConsoleServerOptions): Server {
  const { handle, consoleUrl, trustedProxies } = options;
  const headers = securityHeaders(consoleUrl);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const refused = refusedBody(request);
    if (refused !== null) return refuse(response, refused);
    noteClientAddress(request, trustedProxies);
    handle(request, response).catch(() => response.destroy());
  };
  const server = drainable((responses) => createServer({ ...LIMITS, ...responses }, answer));
  server.maxConnections = CONNECTIONS_MAX;
  server.on("upgrade", (_request, socket) => socket.destroy());
  return server;
}

type Refusal = { readonly status: number; readonly detail: string };

/** Every browser says how long a body is; one of unstated length could only be bounded by reading it. */
function refusedBody(request: IncomingMessage): Refusal | null {
  const { "transfer-encoding": encoding, "content-length": length = "0" } = request.headers;
  if (encoding !== undefined) {
    return { status: 411, detail: "Send the body with its Content-Length." };
  }
  const path = (request.url ?? "/").toLowerCase();
  const bytesMax = path.includes("api/auth") ? SIGN_IN_BYTES_MAX : BODY_BYTES_MAX;
  if (Number(length) <= bytesMax) return null;
  return { status: 413, detail: `The body is longer than ${bytesMax} bytes.` };
}

function refuse(response: ServerResponse, { status, detail }: Refusal): void {
  const body = JSON.stringify({ type: "/errors/invalid", status, code: "invalid", detail });
  // What follows on the connection is the body, which nobody reads.
  response.writeHead(status, { "content-type": "application/problem+json", connection: "close" });
  response.end(body);
}
