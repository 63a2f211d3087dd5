import { connect } from "node:net";
import type { RawRequest } from "./saturate";

const CONNECTIONS = 32;
/** Requests under way on each connection. */
const DEPTH = 8;

/** So many requests, each made when it is sent. */
export type Stream = {
  readonly port: number;
  readonly count: number;
  readonly request: (index: number) => RawRequest;
  /** Called with each answer, head and body; throws when it is not what was wanted. */
  readonly onAnswer: (index: number, answer: string) => void;
};

/** Sends them all as fast as they are answered; resolves with how many a second that was. */
export async function sendStream(stream: Stream): Promise<number> {
  const startedMs = performance.now();
  let next = 0;
  const takeNext = () => {
    next += 1;
    return next <= stream.count ? next - 1 : null;
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sendOver(stream, takeNext)));
  return stream.count / ((performance.now() - startedMs) / 1_000);
}

/** One connection: answers come in the order of the requests. */
function sendOver(stream: Stream, takeNext: () => number | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: stream.port, host: "127.0.0.1", noDelay: true });
    const underWay: number[] = [];
    let text = "";
    const fill = () => {
      let batch = "";
      while (underWay.length < DEPTH) {
        const index = takeNext();
        if (index === null) break;
        underWay.push(index);
        batch += stream.request(index);
      }
      if (batch !== "") socket.write(batch, "latin1");
      if (underWay.length === 0) socket.end();
    };
    const read = () => {
      let at = 0;
      for (let end = endOfAnswer(text, at); end !== -1; end = endOfAnswer(text, at)) {
        const index = underWay.shift();
        if (index === undefined) throw new Error("An answer came that nobody asked for.");
        stream.onAnswer(index, text.slice(at, end));
        at = end;
      }
      text = text.slice(at);
    };
    socket.setEncoding("latin1");
    socket.once("connect", fill);
    socket.once("error", reject);
    socket.once("close", () =>
      underWay.length === 0 ? resolve() : reject(new Error("The server closed a connection.")),
    );
    socket.on("data", (chunk) => {
      text += chunk;
      try {
        read();
        fill();
      } catch (error) {
        socket.destroy();
        reject(error);
      }
    });
  });
}

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

const LENGTH = /content-length: (\d+)/gi;
