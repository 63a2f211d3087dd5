import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { percentile } from "./medians";
import type { Target } from "./saturate";
import type { RawRequest } from "./visitor-requests";

const PACED_CONNECTIONS = 64;
const STEP_MS = 1;
const STREAM_CONNECTIONS = 32;
/** Requests of a stream that are under way on each connection. */
const DEPTH = 8;

/**
 * A kept connection, with the answers that come in whole, each with its head: several at once, in the order of the
 * requests. `closed` rejects when the connection broke, or `onAnswers` has thrown.
 */
function open(port: number, onAnswers: (answers: readonly string[]) => void) {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true }).setEncoding("latin1");
  let text = "";
  const closed = new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () => resolve());
    socket.on("data", (chunk) => {
      text += chunk;
      try {
        const answers: string[] = [];
        let at = 0;
        for (let end = endOfAnswer(text, at); end !== -1; end = endOfAnswer(text, at)) {
          answers.push(text.slice(at, end));
          at = end;
        }
        text = text.slice(at);
        if (answers.length > 0) onAnswers(answers);
      } catch (error) {
        socket.destroy();
        reject(error);
      }
    });
  });
  return { socket, closed };
}

const LENGTH = /content-length: (\d+)/gi;

/** Where an answer with a Content-Length that begins at `at` ends; -1 while it is not whole. */
function endOfAnswer(text: string, at: number): number {
  const head = text.indexOf("\r\n\r\n", at);
  if (head === -1) return -1;
  LENGTH.lastIndex = at;
  const length = LENGTH.exec(text)?.[1];
  if (length === undefined) throw new Error("An answer came without its length.");
  const end = head + 4 + Number(length);
  return end <= text.length ? end : -1;
}

type Stream = {
  readonly port: number;
  readonly count: number;
  readonly request: (index: number) => RawRequest;
  /** Called with each answer, head and body; throws when it is not what was wanted. */
  readonly onAnswer: (index: number, answer: string) => void;
};

/** Sends them all as fast as they are answered; resolves with how many a second that was. */
export async function sendStream({ port, count, request, onAnswer }: Stream): Promise<number> {
  const startedMs = performance.now();
  let next = 0;
  const sendOver = async () => {
    const underWay: number[] = [];
    const fill = () => {
      let batch = "";
      for (; underWay.length < DEPTH && next < count; next += 1) {
        underWay.push(next);
        batch += request(next);
      }
      if (batch !== "") socket.write(batch, "latin1");
      if (underWay.length === 0) socket.end();
    };
    const { socket, closed } = open(port, (answers) => {
      for (const answer of answers) {
        const index = underWay.shift();
        if (index === undefined) throw new Error("An answer came that nobody asked for.");
        onAnswer(index, answer);
      }
      fill();
    });
    fill();
    await closed;
    if (underWay.length > 0) throw new Error("The server closed a connection.");
  };
  await Promise.all(Array.from({ length: STREAM_CONNECTIONS }, sendOver));
  return count / ((performance.now() - startedMs) / 1_000);
}

/**
 * Sends requests at a fixed rate whatever the answers do, and answers the latencies' 99th percentile
 * in milliseconds. Each counts from the moment at which its request was due, so that a server that
 * pauses does not also pause the measuring.
 */
export async function p99AtRate({ port, requests }: Target, perSecond: number, seconds: number) {
  const latencies: number[] = [];
  let refused = 0;
  // One that rests for too long is closed.
  const connections = Math.min(PACED_CONNECTIONS, Math.ceil(perSecond));
  const idle = Array.from({ length: connections }, () => {
    const connection = {
      dueMs: 0,
      ...open(port, ([answer = ""]) => {
        latencies.push(performance.now() - connection.dueMs);
        if (Number(answer.slice(9, 12)) >= 400) refused += 1;
        idle.push(connection);
      }),
    };
    return connection;
  });
  const all = [...idle];
  const total = Math.round(perSecond * seconds);
  const sendAll = async () => {
    await Promise.all(all.map(({ socket }) => once(socket, "connect")));
    const startMs = performance.now();
    for (let sent = 0; sent < total || idle.length < connections; await delay(STEP_MS)) {
      const due = Math.min(total, Math.floor(((performance.now() - startMs) * perSecond) / 1_000));
      for (; sent < due; sent += 1) {
        const connection = idle.shift();
        if (connection === undefined) break;
        connection.dueMs = startMs + (sent / perSecond) * 1_000;
        connection.socket.write(requests[sent % requests.length] ?? "");
      }
    }
  };
  const broken = all.map(async ({ closed }) => {
    await closed;
    throw new Error("The server closed a connection.");
  });
  await Promise.race([sendAll(), ...broken]);
  for (const { socket } of all) socket.destroy();
  if (refused > 0) throw new Error(`${refused} were refused.`);
  return percentile(latencies, 0.99);
}
