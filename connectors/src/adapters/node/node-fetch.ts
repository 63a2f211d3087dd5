import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Fetch, HttpRequest } from "../../host/index.ts";
import { readText } from "./read-text.ts";

const MAX_ANSWER_BYTES = 5_000_000;

/** A server to dial instead of the one that the URL names. */
export interface Dial {
  readonly host: string;
  readonly port: number;
}

function send(
  url: URL,
  { method, headers, body, signal }: HttpRequest,
  connect: Dial | undefined,
): Promise<IncomingMessage> {
  const isTls = url.protocol === "https:";
  const sendRequest = isTls ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = sendRequest({
      method,
      host: connect?.host ?? url.hostname.replace(/^\[|\]$/g, ""),
      port: connect?.port ?? (url.port || (isTls ? 443 : 80)),
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
      ...(isTls ? { servername: url.hostname } : {}),
      agent: false,
      ...(signal === null ? {} : { signal }),
    });
    request.once("response", resolve);
    request.once("error", (error) => reject(signal?.aborted ? signal.reason : error));
    request.end(body);
  });
}

function joinHeader(response: IncomingMessage, name: string): string | null {
  const value = response.headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}

/**
 * Makes a `fetch` that can dial another address than the URL's, whose host is still sent. It
 * follows no redirect.
 */
export function createNodeFetch(connect: Dial | undefined): Fetch {
  return async (url, request) => {
    const response = await send(new URL(url), request, connect);
    const status = response.statusCode ?? 0;
    const isWanted = status === 200;
    // Whoever does not want the body must not keep the connection open either.
    if (!isWanted) response.destroy();
    return {
      status,
      headers: { get: (name) => joinHeader(response, name) },
      text: async () => {
        try {
          return isWanted ? await readText(response, MAX_ANSWER_BYTES) : "";
        } catch (error) {
          throw request.signal?.aborted ? request.signal.reason : error;
        }
      },
    };
  };
}
