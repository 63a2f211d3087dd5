import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { boundIntake } from "@/connectors/src/adapters/proxy/intake";
import { parseUrl } from "@/lib/domain/parse-url";
import {
  answerProbe,
  countHops,
  PROBE_HEADER,
  PROBE_PATH,
  PROOF_HEADER,
} from "@/lib/health/self-probe";
import { clientAddress, noteClientAddress } from "@/lib/platform/client-address";
import { drainable } from "@/lib/platform/drain";
import type { HttpMetrics } from "@/lib/platform/observability/metrics/http-metrics";
import { inRequest } from "@/lib/platform/observability/request-scope";
import type { MasterKey } from "@/lib/secrets/seal";
import type { ServiceErrorCode } from "@/lib/services/ground/errors";
import { answerLive } from "./live-routes";
import { securityHeaders } from "./security-headers";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export type ConsoleServerOptions = {
  readonly handle: Handle;
  /** Answers programs; `isFor` tells which requests are theirs. */
  readonly api?: { readonly isFor: (request: IncomingMessage) => boolean; readonly handle: Handle };
  readonly consoleUrl: string;
  readonly trustedProxies: number;
  /** Of this installation, which may ask how its requests arrive. */
  readonly masters?: readonly MasterKey[];
  /** Counts what is answered, where somebody reads that. */
  readonly metrics?: HttpMetrics | undefined;
  /** The same listener, with a span for each request, where traces are exported. */
  readonly traced?: ((listener: Listener) => Listener) | undefined;
};

/** As much as a server action takes (`next.config.js`): the largest that people send is a template of 1 MB in base64. */
const BODY_BYTES_MAX = 1_536 * 1_024;
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
  const { handle, api, consoleUrl, trustedProxies, masters = [] } = options;
  const headers = securityHeaders(consoleUrl);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const refused = refusedBody(request) ?? refusedOrigin(request) ?? refusedAction(request);
    if (refused !== null) return refuse(request, response, refused);
    const forwarded = forwardedOf(request);
    noteClientAddress(request, trustedProxies);
    if (request.url === PROBE_PATH && tellArrival(masters, { request, response, forwarded }))
      return;
    const isForApi = api?.isFor(request) === true;
    if (!isForApi && answerLive(request, response)) return;
    (isForApi ? api.handle : handle)(request, response).catch(() => response.destroy());
  };
  const server = drainable(
    (responses) => createServer({ ...LIMITS, ...responses }),
    options.metrics?.Response,
  );
  const countsSources = trustedProxies === 0;
  const { bounded } = boundIntake(server, { connectionsMax: CONNECTIONS_MAX, countsSources });
  const traced = options.traced?.(answer) ?? answer;
  const known: Listener = (request, response) =>
    inRequest(request, (requestId) => {
      response.setHeader("request-id", requestId);
      traced(request, response);
    });
  server.on("request", bounded(options.metrics?.counted(known) ?? known));
  server.on("upgrade", (_request, socket) => socket.destroy());
  return server;
}

type Forwarded = { readonly for: string; readonly proto: string };

/** What proxies wrote, before that is removed which nobody may rely on. */
function forwardedOf({ headers }: IncomingMessage): Forwarded {
  return {
    for: String(headers["x-forwarded-for"] ?? ""),
    proto: String(headers["x-forwarded-proto"] ?? ""),
  };
}

/** Tells its own installation how a request got here; false for everybody else. */
function tellArrival(
  masters: readonly MasterKey[],
  asked: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly forwarded: Forwarded;
  },
): boolean {
  const { request, response, forwarded } = asked;
  const told = answerProbe(masters, String(request.headers[PROBE_HEADER] ?? ""), Date.now(), {
    program: "console",
    hops: countHops(forwarded.for),
    address: clientAddress(new Headers(singleValues(request))),
    isSecure: forwarded.proto.split(",").at(-1)?.trim() === "https",
  });
  if (told === null) return false;
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(200, { ...headers, [PROOF_HEADER]: told.proof }).end(told.body);
  return true;
}

function singleValues({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, String(value)]);
}

/** Next.js would answer an action of another site with an error of its own, which looks like a fault of the console. */
function refusedOrigin({ method, url = "/", headers }: IncomingMessage): Refusal | null {
  const { origin, host } = headers;
  if (method !== "POST" || origin === undefined || /^\/api\//i.test(url)) return null;
  const own = [headers["x-forwarded-host"]].flat()[0]?.split(",")[0]?.trim() || host;
  if (parseUrl(origin)?.host === own) return null;
  return { status: 403, code: "forbidden", detail: "Another site sent this request." };
}

const ACTION_ID = /^[0-9a-f]{40,64}$/;

/** Next.js would write what it got into the log. */
function refusedAction({ headers }: IncomingMessage): Refusal | null {
  const id = headers["next-action"];
  if (id === undefined || ACTION_ID.test(String(id))) return null;
  return { status: 400, detail: "There is no such action." };
}

type Refusal = {
  readonly status: number;
  readonly code?: ServiceErrorCode;
  readonly detail: string;
};

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

/** A body that is longer than it may be is still read to its end, and kept nowhere: else its sender would see no answer. */
const DISCARDED_BYTES_MAX = 16 * 1_024 * 1_024;

function refuse(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { status, code = "invalid", detail }: Refusal,
): void {
  const body = JSON.stringify({ type: `/errors/${code}`, title: code, status, code, detail });
  const isShort = Number(headers["content-length"] ?? Number.NaN) <= DISCARDED_BYTES_MAX;
  // Of all else that follows on the connection nobody reads anything.
  const closing = isShort ? {} : { connection: "close" };
  response.writeHead(status, { "content-type": "application/problem+json", ...closing });
  response.end(body);
}
