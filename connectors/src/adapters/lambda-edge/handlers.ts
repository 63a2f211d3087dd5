import { hmacSha256Hex } from "../../core/sha256.ts";
import { createConnector, type SiteRequest } from "../../host/connector.ts";
import { END_HEADERS, saysEnd } from "../../host/end-command.ts";
import { hostOnly } from "../../host/host-only.ts";
import { protectCookies } from "../../host/private-answer.ts";
import type { Fetch } from "../../host/runtime.ts";
import { type StandardOptions, withStandardParts } from "../../host/standard-parts.ts";
import type { Answer, Header } from "../../host/verdict.ts";
import type {
  CloudFrontHeaders,
  CloudFrontRequest,
  CloudFrontResponse,
  CloudFrontResult,
  ViewerRequestEvent,
  ViewerResponseEvent,
} from "./events.ts";

const VERSION = "0.1.0";
/** Carries headers for the response from one function to the other. */
const HANDOVER = "x-stanchion-response-headers";
/** Begins the names of headers for a response by which the site ends the visit. A function of before drops them. */
const IF_OVER = "if-over:";
/** Whatever the header says, nothing else gets into a response. */
const HANDED_OVER = new Set(["set-cookie", "x-queueit-connector", "x-queueit-failed"]);
/** CloudFront gives up a viewer function after 5 seconds. */
const PULL_TIMEOUT_MS = 1000;

/** How to run the connector in Lambda@Edge. */
export interface LambdaEdgeOptions extends Omit<StandardOptions, "acceptsPush"> {
  /** Default: the runtime's own, for config pulls. */
  readonly fetch?: Fetch | undefined;
}

/** The handler of a viewer-request function: the request to go on with, or a response. */
export type ViewerRequestHandler = (
  event: ViewerRequestEvent,
) => Promise<CloudFrontRequest | CloudFrontResult>;

function addHeaders(headers: CloudFrontHeaders, added: readonly Header[]): CloudFrontHeaders {
  const all = { ...headers };
  for (const [key, value] of added) {
    const name = key.toLowerCase();
    all[name] = [...(all[name] ?? []), { key, value }];
  }
  return all;
}

function readHeader(headers: CloudFrontHeaders, name: string): string | undefined {
  if (!Object.hasOwn(headers, name)) return undefined;
  return headers[name]?.map(({ value }) => value).join(name === "cookie" ? "; " : ", ");
}

function readBody({ body }: CloudFrontRequest): string | undefined {
  if (body === undefined || body.encoding === "text") return body?.data;
  const bytes = Uint8Array.from(atob(body.data), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

function toSiteRequest(request: CloudFrontRequest): SiteRequest {
  const { method, uri, querystring, headers, clientIp } = request;
  const query = querystring === "" ? "" : `?${querystring}`;
  const host = hostOnly(readHeader(headers, "host") ?? "");
  return {
    url: `https://${host}${uri}${query}`,
    isHostUnknown: host === "",
    method,
    header: (name) => readHeader(headers, name),
    clientIp,
    body: readBody(request),
  };
}

function toResult({ status, headers, body }: Answer, more: readonly Header[]): CloudFrontResult {
  return { status: String(status), headers: addHeaders({}, [...headers, ...more]), body };
}

/**
 * Makes the handler of a viewer-request function. Rules are kept in memory over invocations; the one
 * invocation that finds a pull due waits for it, because nothing runs between invocations.
 *
 * @throws TypeError naming the option that is missing or wrong
 *
 * @example
 * export const handler = createViewerRequestHandler({ customerId, secrets: [secret], apiKey, configUrl, failOpen: false });
 */
export function createViewerRequestHandler(options: LambdaEdgeOptions): ViewerRequestHandler {
  const connector = createConnector(
    withStandardParts({ pullTimeoutMs: PULL_TIMEOUT_MS, ...options }),
    {
      name: "stanchion-lambda-edge",
      version: VERSION,
      platform: "lambda@edge",
      fetch: options.fetch ?? ((url, request) => fetch(url, request)),
      hmac: hmacSha256Hex,
    },
  );
  return async ({ Records: [{ cf }] }) => {
    const { request } = cf;
    await connector.ready;
    await connector.runDueWork();
    const asked = toSiteRequest(request);
    const { answer, headers } = await connector.check(asked);
    if (answer !== null) return toResult(answer, headers);
    // Replaces what the visitor may have sent under this name.
    const ifOver = await connector.endVisit(asked, false);
    const handed = [...headers, ...ifOver.map(([name, value]) => [IF_OVER + name, value])];
    const handover = [{ key: HANDOVER, value: encodeURIComponent(JSON.stringify(handed)) }];
    return { ...request, headers: { ...request.headers, [HANDOVER]: handover } };
  };
}

function onlyIfOver([name, value]: Header): Header[] {
  return name.startsWith(IF_OVER) ? [[name.slice(IF_OVER.length), value]] : [];
}

/**
 * The handler of the viewer-response function: adds what the other function has handed over. It has no rules and
 * reports nothing.
 */
export async function handleViewerResponse({
  Records: [{ cf }],
}: ViewerResponseEvent): Promise<CloudFrontResponse> {
  const { request, response } = cf;
  const text = readHeader(request.headers, HANDOVER);
  if (text === undefined) return response;
  const handed: readonly Header[] = JSON.parse(decodeURIComponent(text));
  const isOver = saysEnd((name) => readHeader(response.headers, name));
  const headers = { ...response.headers };
  for (const name of END_HEADERS) delete headers[name];
  const meant = isOver ? handed.flatMap(onlyIfOver) : handed;
  const added = meant.filter(([name]) => HANDED_OVER.has(name.toLowerCase()));
  protectCookies(added, {
    keys: () => Object.keys(headers),
    get: (name) => readHeader(headers, name),
    set: (key, value) => Object.assign(headers, { [key]: [{ key, value }] }),
    delete: (name) => delete headers[name],
  });
  return { ...response, headers: addHeaders(headers, added) };
}
