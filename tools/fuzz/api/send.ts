import { Agent, request } from "node:http";
import type { Answer } from "../../api/caller";

const TIMEOUT_MS = 30_000;
export const AT_ONCE = 6;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

type Sent = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
};

/**
 * Sends a request byte by byte as it is, which no client of programs would. Rejects when there is no answer, or one that says
 * it is JSON and is not.
 */
export async function send(url: string, sent: Sent): Promise<Answer> {
  try {
    return await sendOver(agent, url, sent);
  } catch (error) {
    if (!(error instanceof ClosedMeanwhile)) throw error;
    return sendOver(false, url, sent);
  }
}

/** The server closed a connection that had been idle for its time, just when this request was sent on it. */
class ClosedMeanwhile extends Error {}

function sendOver(
  agent: Agent | false,
  url: string,
  { method, headers, body }: Sent,
): Promise<Answer> {
  const length = body === null ? {} : { "content-length": `${body.length}` };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, agent, headers: { ...headers, ...length } });
    asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error("There was no answer.")));
    // A body that is too long is answered before it was sent: what goes wrong after that is no fault.
    asked.on("error", (error: NodeJS.ErrnoException) => {
      const isClosed = asked.reusedSocket && error.code === "ECONNRESET";
      reject(isClosed ? new ClosedMeanwhile(error.message, { cause: error }) : error);
    });
    asked.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const fields = Object.entries(response.headers).map(([name, value]) => [name, `${value}`]);
        const { statusCode: status = 0 } = response;
        try {
          const headers = new Headers(fields as [string, string][]);
          const isJson = headers.get("content-type")?.includes("json") === true;
          const json: unknown = isJson && text !== "" ? JSON.parse(text) : text || null;
          resolve({ status, headers, text, json });
        } catch (error) {
          reject(error);
        }
      });
    });
    asked.end(body ?? undefined);
  });
}

export function closeConnections(): void {
  agent.destroy();
}
