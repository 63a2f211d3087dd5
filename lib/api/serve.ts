import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { reportError } from "@/lib/http/report-error";
import { clientAddress } from "@/lib/platform/client-address";
import type { ApiAnswer, ApiCall } from "./handle";

export const API_PATH = "/api/v1";
/** Twice what the largest setting takes. */
const BODY_BYTES_MAX = 1_536 * 1_024;

type Handle = (asked: ApiCall) => Promise<ApiAnswer>;

/** True for a request of a program at the console: one with an API key, and one for the document. Its pages come with a cookie. */
export function isOfProgram(request: IncomingMessage): boolean {
  const { url = "", headers } = request;
  return isForApi(request) && (headers.authorization !== undefined || url === DOCUMENT_PATH);
}

/** True for whatever the API answers, also with a refusal. */
export function isForApi({ url = "" }: IncomingMessage): boolean {
  return url.startsWith(`${API_PATH}/`);
}

const DOCUMENT_PATH = `${API_PATH}/openapi.json`;
const MCP_PATH = `${API_PATH}/mcp`;

type Answering = {
  readonly api: Handle;
  /** The Model Context Protocol. */
  readonly mcp: Handle;
  readonly document: string;
};

/** Answers a request for the API on a server of Node. The caller has bounded its body and noted its address. */
export function createApiListener({ api, mcp, document }: Answering) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://api");
    if (pathname === DOCUMENT_PATH && request.method === "GET") {
      response.writeHead(200, { "content-type": "application/json" }).end(document);
      return;
    }
    const body = await readBody(request);
    if (body === null) {
      response.writeHead(413, { connection: "close" }).end();
      return;
    }
    const handle = pathname === MCP_PATH ? mcp : api;
    const answer = await handle({
      method: request.method ?? "GET",
      path: pathname.slice(API_PATH.length),
      query: searchParams,
      header: (name) => [request.headers[name]].flat()[0] ?? null,
      body,
      address: clientAddress(new Headers(headersOf(request))),
    });
    response.writeHead(answer.status, answer.headers);
    if (answer.pieces === undefined) response.end(answer.body);
    else await writePieces(response, answer.pieces);
  };
}

/** What fails in the middle breaks the download off, so that nobody takes it for whole. */
async function writePieces(response: ServerResponse, pieces: AsyncGenerator<string>) {
  try {
    await pipeline(pieces, response);
  } catch (error) {
    if (!response.destroyed) response.destroy();
    if (!isGone(error)) reportError(error);
  }
}

/** Whoever asked went away. */
const isGone = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";

function headersOf({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, String(value)]);
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
