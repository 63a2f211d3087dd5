import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** The GET of a route handler, which takes all that it needs from the request and the names in its path. */
type Get = (
  request: Request,
  args: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>;

/** A path with a named group for each parameter. */
export type LiveRoute = { readonly path: RegExp; readonly get: Get };

/** All that such a route reads of a request. */
const HEADERS_READ = ["cookie", "x-request-id"];
/** Many ask for the same text: it is packed once. Each is some kilobytes. */
const PACKED_MAX = 200;

const packed = new Map<string, Promise<Buffer>>();

// On the global object: the routes are in the bundle of Next.js, and the server around it is not.
const holder: typeof globalThis & { stanchionLiveRoutes?: readonly LiveRoute[] } = globalThis;

/** Hands the routes that open pages ask again and again to the server around Next.js. */
export function offerLiveRoutes(routes: readonly LiveRoute[]): void {
  holder.stanchionLiveRoutes = routes;
}

/**
 * Answers what an open page asks again and again, with the same handler as Next.js and a fraction of its work. False
 * when the request is for something else or no routes were offered yet: then Next.js answers it.
 */
export function answerLive(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "GET") return false;
  const [path = ""] = (request.url ?? "").split("?", 1);
  for (const route of holder.stanchionLiveRoutes ?? []) {
    const found = route.path.exec(path);
    if (found === null) continue;
    const params = Promise.resolve({ ...found.groups });
    const answered = route.get(toRequest(request), { params });
    answered.then((answer) => send(answer, request, response)).catch(() => response.destroy());
    return true;
  }
  return false;
}

function toRequest({ url, headers }: IncomingMessage): Request {
  const read = HEADERS_READ.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, String(value)] as [string, string]];
  });
  return new Request(`http://console${url}`, { headers: read });
}

async function send(
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await answer.text();
  const isPacked = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  const body = isPacked ? await pack(text) : Buffer.from(text);
  response.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    vary: "accept-encoding",
    ...(isPacked ? { "content-encoding": "gzip" } : {}),
    "content-length": body.length,
  });
  response.end(body);
}

function pack(text: string): Promise<Buffer> {
  const known = packed.get(text);
  if (known !== undefined) return known;
  const [oldest] = packed.keys();
  if (packed.size >= PACKED_MAX && oldest !== undefined) packed.delete(oldest);
  const made = promisify(gzip)(text);
  packed.set(text, made);
  return made;
}
