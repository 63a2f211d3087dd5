import { connect, type Socket } from "node:net";
import { percentile } from "./medians";
import type { RawRequest } from "./saturate";

const CONNECTIONS = 64;
const STEP_MS = 1;

type Connection = { readonly socket: Socket; dueMs: number; text: string };

/**
 * Sends requests at a fixed rate whatever the answers do, and answers the latencies' 99th percentile
 * in milliseconds. Each counts from the moment at which its request was due, so that a server that
 * pauses does not also pause the measuring.
 */
export async function p99AtRate(
  target: { readonly port: number; readonly requests: readonly RawRequest[] },
  perSecond: number,
  seconds: number,
): Promise<number> {
  const idle: Connection[] = [];
  const latencies: number[] = [];
  const failures: string[] = [];
  const all = await Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      open(target.port, (connection, status) => {
        latencies.push(performance.now() - connection.dueMs);
        if (status >= 400) failures.push(`status ${status}`);
        idle.push(connection);
      }),
    ),
  );
  idle.push(...all);
  await sendAll(idle, target.requests, { perSecond, total: Math.round(perSecond * seconds) });
  for (const { socket } of all) socket.destroy();
  if (failures.length > 0) throw new Error(`${failures.length} were refused: ${failures[0]}.`);
  return percentile(latencies, 0.99);
}

function sendAll(
  idle: Connection[],
  requests: readonly RawRequest[],
  { perSecond, total }: { readonly perSecond: number; readonly total: number },
): Promise<void> {
  const startMs = performance.now();
  let sent = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - startMs) * perSecond) / 1_000));
      for (; sent < due; sent += 1) {
        const connection = idle.shift();
        if (connection === undefined) break;
        connection.dueMs = startMs + (sent / perSecond) * 1_000;
        connection.socket.write(requests[sent % requests.length] ?? "");
      }
      if (sent < total || idle.length < CONNECTIONS) return;
      clearInterval(timer);
      resolve();
    }, STEP_MS);
  });
}

function open(
  port: number,
  answered: (connection: Connection, status: number) => void,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const connection: Connection = { socket, dueMs: 0, text: "" };
    socket.setEncoding("latin1");
    socket.once("connect", () => resolve(connection));
    socket.once("error", reject);
    socket.on("data", (chunk) => {
      connection.text += chunk;
      if (!isWhole(connection.text)) return;
      const status = Number(connection.text.slice(9, 12));
      connection.text = "";
      answered(connection, status);
    });
  });
}

/** Whether an answer with a Content-Length has come in whole. */
function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1];
  return text.length >= end + 4 + Number(length ?? 0);
}
