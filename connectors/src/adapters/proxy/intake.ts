import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { plainAddress } from "../../core/address.ts";
import { addressGroup } from "../../host/address-group.ts";
import { type Connection, ConnectionTable } from "./connection-table.ts";

/** Requests of one connection that are worked on at the same time. */
const UNDER_WAY_MAX = 4;
/** Requests of all connections that were read and wait for earlier ones of theirs: some 25 MB. */
const WAITING_MAX = 10_000;
/** Of all connections, one source has at most so many. */
const SHARE_OF_A_SOURCE = 0.25;

/** How much a server takes at a time. */
export interface IntakeLimits {
  readonly connectionsMax: number;
  /** False where connections come from a trusted proxy: then the peer is not the source. */
  readonly countsSources: boolean;
  /** Told of connections that were refused because there were too many. */
  readonly onRefused?: (() => void) | undefined;
}

/** A socket belongs to one server: looking in a map of them would cost each request as much as all else here. */
const CONNECTION: unique symbol = Symbol("connection");

type Held = Socket & { [CONNECTION]?: Connection };

type Listener<Request extends IncomingMessage, Response extends ServerResponse> = (
  request: Request,
  response: Response,
) => void;

/** The bounded intake of one server. */
export interface Intake {
  /**
   * A listener that is called for a few requests of one connection at a time. `onWaiting` is told of a request
   * that has to wait, in the turn in which it came.
   */
  readonly bounded: <Request extends IncomingMessage, Response extends ServerResponse>(
    listener: Listener<Request, Response>,
    onWaiting?: (request: Request) => void,
  ) => Listener<Request, Response>;
  /** Says that a connection serves another protocol from this request on: it counts, and gives way to none. */
  readonly keep: (request: IncomingMessage) => void;
}

/**
 * Bounds what clients can make a server hold. Call it before the server listens, and give the server no listeners
 * of requests that are not `bounded`.
 *
 * Guarantees: at most four requests of one connection are under way; while they are, nothing more is read from it,
 * and what was read with them waits, and is dropped when the connection closes. There are never more connections
 * than the limit, and one source (an IPv4 address, an IPv6 network of 64 bits) has at most a quarter of them. At
 * either limit a newcomer takes the place of the oldest connection that is slow to send a request head, else of the
 * one that has been idle for longest, else of one that still sends its body, else of the oldest without a head.
 * Only where all are busy a newcomer is refused.
 */
export function boundIntake(server: Server, limits: IntakeLimits): Intake {
  const { connectionsMax, countsSources, onRefused } = limits;
  const ofSourceMax = Math.ceil(SHARE_OF_A_SOURCE * connectionsMax);
  const table = new ConnectionTable({ connectionsMax, ofSourceMax });
  followConnections(server, (socket) => {
    const connection = table.admit(socket, countsSources ? sourceOf(socket) : null);
    if (connection === null) onRefused?.();
    return connection;
  });

  function begin(connection: Connection, response: ServerResponse): void {
    table.begin(connection, response.req);
    response.on("close", onClose);
    if (connection.underWay >= UNDER_WAY_MAX) pause(connection, response.req.socket);
  }

  // One function for all responses, which costs a plain request nothing.
  function onClose(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = connectionOf(socket);
    if (connection === undefined) return;
    table.end(connection);
    if (connection.underWay < UNDER_WAY_MAX) resume(connection, socket);
  }

  return {
    bounded: (listener, onWaiting) => (request, response) => {
      const connection = connectionOf(request.socket);
      // What a connection had sent before it was cut off is still read.
      if (connection === undefined || connection.isGone || request.socket.destroyed) return;
      if (connection.underWay < UNDER_WAY_MAX) {
        begin(connection, response);
        listener(request, response);
      } else if (table.waiting < WAITING_MAX) {
        onWaiting?.(request);
        table.wait(connection, () => {
          begin(connection, response);
          listener(request, response);
        });
      } else request.socket.destroy();
    },
    keep: (request) => {
      const connection = connectionOf(request.socket);
      if (connection !== undefined) table.begin(connection, request);
    },
  };
}

function connectionOf(socket: Held): Connection | undefined {
  return socket[CONNECTION];
}

/** Gives each socket on which requests come its connection, also above TLS. */
function followConnections(server: Server, admit: (socket: Socket) => Connection | null): void {
  /** Until TLS is agreed. */
  const byPeer = new Map<string, Connection>();
  const isTls = server.listenerCount("secureConnection") > 0;
  server.on("connection", (socket: Held) => {
    const connection = admit(socket);
    if (connection === null) {
      socket.destroy();
      return;
    }
    socket[CONNECTION] = connection;
    if (!isTls) return;
    const peer = peerOf(socket);
    byPeer.set(peer, connection);
    socket.once("close", () => byPeer.delete(peer));
  });
  server.on("secureConnection", (socket: Held) => {
    const connection = byPeer.get(peerOf(socket));
    if (connection !== undefined) socket[CONNECTION] = connection;
  });
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function sourceOf({ remoteAddress = "" }: Socket): string {
  return addressGroup(plainAddress(remoteAddress));
}

function pause(connection: Connection, socket: Socket): void {
  if (connection.isPaused) return;
  connection.isPaused = true;
  socket.pause();
  if (connection.isWatched) return;
  connection.isWatched = true;
  // Node reads on by itself, such as after an answer.
  socket.on("resume", () => {
    if (connection.isPaused) socket.pause();
  });
}

function resume(connection: Connection, socket: Socket): void {
  if (!connection.isPaused) return;
  connection.isPaused = false;
  socket.resume();
}
