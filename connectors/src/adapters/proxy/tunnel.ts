import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { ProxyFailure } from "./failure.ts";
import { type ForwardContext, fail, passAnswerOn, type Visit } from "./forward.ts";
import { copyAnswerHeaders } from "./headers.ts";

/** A visitor's connection that is to become something else than HTTP. */
export interface Upgrade extends Visit {
  readonly socket: Duplex;
  /** What came behind the request already. */
  readonly head: Uint8Array;
}

/** Whether a request asks for a WebSocket (RFC 6455 §4.1), the one upgrade that is passed on. */
export function asksForWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && headers.upgrade?.toLowerCase() === "websocket";
}

function writeSwitch(answer: IncomingMessage, response: ServerResponse, socket: Duplex): void {
  copyAnswerHeaders(answer, response);
  const lines = ["HTTP/1.1 101 Switching Protocols", "Connection: Upgrade", "Upgrade: websocket"];
  for (const [name, value] of Object.entries(response.getHeaders())) {
    for (const one of [value].flat()) lines.push(`${name}: ${one}`);
  }
  socket.write(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

function join(
  { request, socket, head }: Upgrade,
  far: Duplex,
  farHead: Uint8Array,
  idleTimeoutMs: number,
): void {
  if (head.length > 0) socket.unshift(head);
  if (farHead.length > 0) far.unshift(farHead);
  // Both directions pass here, and each keeps the timer from running out.
  request.socket.setTimeout(idleTimeoutMs, () => request.socket.destroy());
  far.on("error", () => undefined);
  far.once("close", () => request.socket.destroySoon());
  request.socket.once("close", () => far.destroy());
  socket.pipe(far).pipe(socket);
}

/**
 * Passes a WebSocket's request on. The connection is joined with the origin's only when the origin
 * has answered 101; any other answer is passed on as an answer, and the connection closed.
 */
export function tunnel(upgrade: Upgrade, context: ForwardContext): void {
  const { request, response, facts, socket } = upgrade;
  const { settings, origin } = context;
  const sent = origin.open(request, { facts, alone: true });
  sent.setHeader("Connection", "Upgrade");
  sent.setHeader("Upgrade", "websocket");
  const patience = setTimeout(
    () => sent.destroy(new ProxyFailure("origin-timeout")),
    settings.originTimeoutMs,
  );
  sent.once("upgrade", (answer, far, farHead) => {
    clearTimeout(patience);
    try {
      writeSwitch(answer, response, socket);
      response.detachSocket(request.socket);
      join(upgrade, far, farHead, settings.idleTimeoutMs);
    } catch (error) {
      far.destroy();
      fail(upgrade, new ProxyFailure("origin-failed", error), settings);
    }
  });
  sent.once("response", (answer) => {
    clearTimeout(patience);
    passAnswerOn(answer, upgrade, context);
  });
  sent.on("error", (error) => {
    clearTimeout(patience);
    if (response.headersSent || socket.destroyed) return;
    const failure =
      error instanceof ProxyFailure ? error : new ProxyFailure("origin-unreachable", error);
    fail(upgrade, failure, settings);
  });
  socket.once("close", () => {
    clearTimeout(patience);
    sent.destroy();
  });
  sent.end();
}
