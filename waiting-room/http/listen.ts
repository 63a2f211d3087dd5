import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { drainable } from "@/lib/platform/drain";
import { WholeRequest } from "./whole-request";

/** Limits for slow and hostile clients. */
const LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 30_000,
  /** Without a byte in either direction; longer than any answer takes and than an idle connection stays. */
  timeout: 40_000,
  /** Until TLS is agreed; none of the others begins before that. */
  handshakeTimeout: 5_000,
  /** How often the first two are checked. */
  connectionsCheckingInterval: 1_000,
  /** Bytes of a request's line and headers: enough for four place cookies and those of the site. */
  maxHeaderSize: 16_384,
};

/** Connections of one server at the same time; idle ones make room for new ones before any is refused. */
const CONNECTIONS_MAX = 20_000;
const MAKE_ROOM_FROM = 0.9;

export type TlsFiles = { readonly cert: Buffer; readonly key: Buffer };

/** A server with limits for slow and hostile clients; `listen` starts it. */
export function createRoomServer(
  listener: RequestListener<typeof WholeRequest>,
  options: {
    readonly tls?: TlsFiles;
    readonly limits?: Partial<typeof LIMITS>;
    readonly connectionsMax?: number | undefined;
    /** Told of connections that were refused because there were too many. */
    readonly onRefused?: () => void;
  } = {},
): Server {
  const { tls } = options;
  const common = { ...LIMITS, ...options.limits, IncomingMessage: WholeRequest };
  const server = drainable((responses) =>
    tls === undefined
      ? createServer({ ...common, ...responses }, listener)
      : createTlsServer({ ...common, ...responses, ...tls }, listener),
  );
  server.setTimeout(common.timeout);
  boundConnections(server, options.connectionsMax ?? CONNECTIONS_MAX);
  if (options.onRefused !== undefined) server.on("drop", options.onRefused);
  return server;
}

/**
 * Never more than `most` connections. From nine tenths on idle ones are closed, at most once a second: browsers
 * open them again when they need one.
 */
function boundConnections(server: Server, most: number): void {
  server.maxConnections = most;
  let open = 0;
  let isMakingRoom = false;
  const makeRoom = (): void => {
    if (isMakingRoom || open < MAKE_ROOM_FROM * most) return;
    isMakingRoom = true;
    server.closeIdleConnections();
    setTimeout(() => {
      isMakingRoom = false;
      makeRoom();
    }, 1_000).unref();
  };
  // Of TLS the connection below, which is there before TLS is agreed.
  server.on("connection", (socket) => {
    open += 1;
    socket.once("close", () => {
      open -= 1;
    });
    makeRoom();
  });
}

export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
}
