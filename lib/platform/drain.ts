import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type Server,
  ServerResponse,
} from "node:http";
import { Server as NetServer } from "node:net";

/** How long an idle connection stays open while the server closes. */
const LAST_REQUEST_MS = 1_000;
const LOOK_AGAIN_MS = 50;

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];
type Answers = { areLast: boolean };
const answersOf = new WeakMap<Server, Answers>();

/**
 * Makes a server that `drain` can close: `create` hands the class of its responses on. So an answer to a request
 * that was there before tells the client, too, that it is the last on its connection. `Response` may be a class that counts.
 */
export function drainable<Made extends Server>(
  create: (responses: { ServerResponse: typeof ServerResponse }) => Made,
  Response = ServerResponse,
): Made {
  const answers: Answers = { areLast: false };
  const server = create({ ServerResponse: responsesOf(answers, Response) });
  answersOf.set(server, answers);
  return server;
}

function responsesOf(answers: Answers, Response: typeof ServerResponse): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends Response<Request> {
    override writeHead(status: number, words?: string, headers?: Headers): this;
    override writeHead(status: number, headers?: Headers): this;
    override writeHead(status: number, words?: string | Headers, headers?: Headers): this {
      if (answers.areLast) this.shouldKeepAlive = false;
      // Node takes the headers in either place.
      return super.writeHead(status, words as string, headers);
    }
  };
}

/**
 * Closes servers that `drainable` made without an error for anybody who is connected: they accept no new connections, every answer
 * tells the client that it is the last on its connection, and idle connections are closed after a second.
 * After `longestAnswerMs` all that are left are closed. Resolves when the last connection is gone.
 */
export async function drain(servers: readonly Server[], longestAnswerMs: number): Promise<void> {
  const closed = servers.map(stopListening);
  const startedMs = performance.now();
  const look = setInterval(() => {
    const passedMs = performance.now() - startedMs;
    for (const server of servers) {
      if (passedMs > longestAnswerMs) server.closeAllConnections();
      else if (passedMs > LAST_REQUEST_MS) server.closeIdleConnections();
    }
  }, LOOK_AGAIN_MS);
  await Promise.all(closed);
  clearInterval(look);
}

function stopListening(server: Server): Promise<void> {
  const answers = answersOf.get(server);
  if (answers === undefined) throw new Error("A server has to be made with drainable().");
  answers.areLast = true;
  // The HTTP server's own `close` would cut idle connections at once, and requests on their way with them.
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}
