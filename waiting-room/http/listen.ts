import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Duplex } from "node:stream";
import { boundIntake } from "@/connectors/src/adapters/proxy/intake";
import { drainable } from "@/lib/platform/drain";
import { holdBody } from "./body";
import { WholeRequest } from "./whole-request";

/** Limits for slow and hostile clients. */
const LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  /**
   * Without a byte in either direction, also between two requests; longer than any answer takes. Node's own
   * `keepAliveTimeout` would make two timers anew for each request.
   */
  timeout: 30_000,
  keepAliveTimeout: 0,
  /** Until TLS is agreed; none of the others begins before that. */
  handshakeTimeout: 5_000,
  /** How often the first two are checked. */
  connectionsCheckingInterval: 1_000,
  /** Bytes of a request's line and headers: enough for all cookies that browsers keep of one host (some 180). */
  maxHeaderSize: 32_768,
};

/** Connections of one server at the same time. */
const CONNECTIONS_MAX = 20_000;

/** An answer to what could not be read: the type of its body, without the charset, and whole lines of its head. */
export type UnreadAnswer = {
  readonly type: string;
  readonly headers: readonly string[];
  readonly body: string;
};

export type TlsFiles = { readonly cert: Buffer; readonly key: Buffer };

/** A server with limits for slow and hostile clients; `listen` starts it. */
export function createRoomServer(
  listener: RequestListener<typeof WholeRequest>,
  options: {
    readonly tls?: TlsFiles;
    readonly limits?: Partial<typeof LIMITS>;
    readonly connectionsMax?: number | undefined;
    /** All connections come from a proxy that tells the address of visitors. */
    readonly isBehindProxy?: boolean;
    /** Told of connections that were refused because there were too many. */
    readonly onRefused?: () => void;
    /** What a browser gets whose request is too large, by as much of it as was read; null: what programs get. */
    readonly mend?: (sent: string) => UnreadAnswer | null;
    /** What responses are made of, where they are counted. */
    readonly Response?: typeof ServerResponse | undefined;
  } = {},
): Server {
  const { tls } = options;
  const common = { ...LIMITS, ...options.limits, IncomingMessage: WholeRequest };
  const server = drainable(
    (responses) =>
      tls === undefined
        ? createServer({ ...common, ...responses })
        : createTlsServer({ ...common, ...responses, ...tls }),
    options.Response,
  );
  server.setTimeout(common.timeout);
  server.on("clientError", (error: Unreadable, socket) =>
    answerUnreadable(error, socket, options.mend),
  );
  const { bounded } = boundIntake(server, {
    connectionsMax: options.connectionsMax ?? CONNECTIONS_MAX,
    countsSources: options.isBehindProxy !== true,
    onRefused: options.onRefused,
  });
  server.on(
    "request",
    bounded(listener, (request) => holdBody({ request })),
  );
  return server;
}

/** What is no request that can be read, by the code of the parser; everything else is a bad one. */
const UNREADABLE: Readonly<Record<string, readonly [status: number, title: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout"],
};

type Unreadable = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** Answers as problems are answered, for what reaches no route and is HTTP. */
function answerUnreadable(
  error: Unreadable,
  socket: Duplex,
  mend: (sent: string) => UnreadAnswer | null = () => null,
): void {
  // Node keeps the answer that is under way here: nothing may come in between.
  const underWay: { readonly headersSent?: boolean } | undefined = Reflect.get(
    socket,
    "_httpMessage",
  );
  // Behind any other failure nobody could read an answer: where TLS was never agreed it would be kept until then.
  const isOfHttp = /^(?:HPE|ERR_HTTP)_/.test(error.code ?? "");
  const isLost = !isOfHttp || !socket.writable || underWay?.headersSent === true;
  if (isLost) return void socket.destroy();
  const [status, title] = UNREADABLE[error.code ?? ""] ?? [400, "Bad Request"];
  const sent = status === 431 ? (error.rawPacket?.toString("latin1") ?? "") : "";
  const { type, body, headers } = mend(sent) ?? { ...problemOf(status, title), headers: [] };
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    "connection: close",
    "cache-control: no-store",
    `content-type: ${type}; charset=utf-8`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

function problemOf(status: number, title: string) {
  const code = title.toLowerCase().replaceAll(" ", "-");
  const most = `at most ${LIMITS.maxHeaderSize} bytes`;
  const facts = status === 431 ? { field: "the address and the headers", allowed: most } : {};
  const detail = status === 431 ? `The address and the headers have to be ${most}.` : title;
  const body = JSON.stringify({ type: "about:blank", title, status, code, detail, ...facts });
  return { type: "application/problem+json", body };
}

/** Listens on one address of this machine, or on every one. */
export function listen(server: Server, port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, resolve);
  });
}
