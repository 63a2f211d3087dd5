import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { reportError } from "@/lib/http/report-error";
import { clientAddress } from "@/lib/platform/client-address";
import { API_PATH } from "./api-path";
import type { ApiAnswer, ApiCall } from "./handle";

/** Where programs find the APIs of other makers that are spoken here. */
const OTHER_PATHS = ["/client/v4", "/2_0"] as const;
type OtherPath = (typeof OTHER_PATHS)[number];

type Handle = (asked: ApiCall) => Promise<ApiAnswer>;

/**
 * True for a request of a program at the console: one with an API key, one for a document, and what takes no key. The
 * console's pages come with a cookie.
 */
export function isOfProgram(request: IncomingMessage): boolean {
  const { url = "", headers } = request;
  const isOpen = DOCUMENT.test(url) || OPEN.test(url) || otherPathOf(url) !== undefined;
  return isForApi(request) && (headers.authorization !== undefined || isOpen);
}

/** True for whatever the API answers, also with a refusal. */
export function isForApi({ url = "" }: IncomingMessage): boolean {
  return url.startsWith(`${API_PATH}/`) || otherPathOf(url) !== undefined;
}

const otherPathOf = (url: string) => OTHER_PATHS.find((path) => url.startsWith(`${path}/`));

const DOCUMENT = /^\/api\/v1\/[a-z.]+\.json$/;
/** The operations that take no key, and calls whose key is asked for first. */
const OPEN = /^\/api\/v1\/(?:login-requests(?:[/?]|$)|aws\/)/;
const MCP_PATH = `${API_PATH}/mcp`;
const AWS_PATH = `${API_PATH}/aws/`;

type Answering = {
  readonly api: Handle;
  /** The Model Context Protocol. */
  readonly mcp: Handle;
  /** The private calls of Virtual Waiting Room on AWS. */
  readonly aws: Handle;
  /** The APIs of other makers, by their path. */
  readonly others?: Readonly<Partial<Record<OtherPath, Handle>>>;
  /** What programs and editors read without a key, such as `openapi.json`, by its name. */
  readonly documents: Readonly<Record<string, string>>;
};

/** Answers a request for the API on a server of Node. The caller has bounded its body and noted its address. */
export function createApiListener({ documents, ...handles }: Answering) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, query } = partsOf(request.url ?? "/");
    const document = DOCUMENT.test(pathname)
      ? documents[pathname.slice(API_PATH.length + 1)]
      : undefined;
    if (document !== undefined && request.method === "GET") {
      response.writeHead(200, { "content-type": "application/json" }).end(document);
      return;
    }
    const body = hasBody(request) ? await readBody(request) : NO_BODY;
    const { handle, below } = ownerOf(pathname, handles);
    const header = (name: string) => {
      const value = request.headers[name];
      return (Array.isArray(value) ? value[0] : value) ?? null;
    };
    const answer = await handle({
      method: request.method ?? "GET",
      path: pathname.slice(below.length),
      query,
      header,
      body,
      address: clientAddress({ get: header }),
    });
    if (answer.pieces === undefined) return writeAnswer(response, answer);
    response.writeHead(answer.status, answer.headers);
    await writePieces(response, answer.pieces);
  };
}

/** Who answers a path, and below which path it is. */
function ownerOf(
  pathname: string,
  { api, mcp, aws, others = {} }: Omit<Answering, "documents">,
): { readonly handle: Handle; readonly below: string } {
  const other = otherPathOf(pathname);
  if (other !== undefined) return { handle: others[other] ?? api, below: other };
  const own = pathname.startsWith(AWS_PATH) ? aws : api;
  return { handle: pathname === MCP_PATH ? mcp : own, below: API_PATH };
}

/** With its length it goes out in one piece. */
function writeAnswer(response: ServerResponse, { status, headers, body }: ApiAnswer): void {
  // An answer that has no body by its status says no length either.
  const length = body === "" ? {} : { "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length });
  response.end(body);
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

/** As a URL has them; most paths are in that form already, which is seen sooner than made. */
function partsOf(url: string): { readonly pathname: string; readonly query: URLSearchParams } {
  if (PLAIN_PATH.test(url)) return { pathname: url, query: new URLSearchParams() };
  const { pathname, searchParams } = new URL(url, "http://api");
  return { pathname, query: searchParams };
}

/** Of names without dots, which could be steps. */
const PLAIN_PATH = /^(?:\/[\w-]+)+$/;
const NO_BODY = Buffer.alloc(0);

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
