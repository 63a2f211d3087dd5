import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { CheckedOptions } from "./options.ts";

const MAX_CONFIG_BYTES = 5_000_000;

/** What one pull brought. */
export type PullResult =
  | { readonly type: "unchanged" }
  | { readonly type: "config"; readonly text: string; readonly etag: string | undefined };

/** What one pull needs to know. */
export interface PullRequest {
  /** The `ETag` of the config that is held; it is not sent again while it is the newest. */
  readonly etag: string | undefined;
  readonly signal: AbortSignal;
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError("The config is not bytes");
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_CONFIG_BYTES) throw new RangeError("The config is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function sendRequest(
  { configUrl, connect, apiKey }: CheckedOptions,
  { etag, signal }: PullRequest,
): Promise<IncomingMessage> {
  const url = new URL(configUrl);
  const isTls = url.protocol === "https:";
  const send = isTls ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send({
      host: connect?.host ?? url.hostname.replace(/^\[|\]$/g, ""),
      port: connect?.port ?? (url.port || (isTls ? 443 : 80)),
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        accept: "application/json",
        "api-key": apiKey,
        ...(etag === undefined ? {} : { "if-none-match": etag }),
      },
      ...(isTls ? { servername: url.hostname } : {}),
      agent: false,
      signal,
    });
    request.once("response", resolve);
    request.once("error", reject);
    request.end();
  });
}

async function exchange(options: CheckedOptions, pull: PullRequest): Promise<PullResult> {
  const response = await sendRequest(options, pull);
  if (response.statusCode === 304) {
    response.resume();
    return { type: "unchanged" };
  }
  if (response.statusCode !== 200) {
    response.destroy();
    throw new Error(`The waiting room answered ${response.statusCode} to the config pull`);
  }
  return { type: "config", text: await readBody(response), etag: response.headers.etag };
}

/**
 * Asks the waiting room for the integration config once. Redirects are not followed, because the
 * request carries the API key.
 *
 * @throws Error when there is no answer in time, or none that is 200 or 304
 */
export async function pullConfig(options: CheckedOptions, pull: PullRequest): Promise<PullResult> {
  const timeout = AbortSignal.timeout(options.pullTimeoutMs);
  try {
    return await exchange(options, { ...pull, signal: AbortSignal.any([pull.signal, timeout]) });
  } catch (cause) {
    if (!timeout.aborted) throw cause;
    throw new Error("The waiting room did not answer the config pull in time", { cause });
  }
}
