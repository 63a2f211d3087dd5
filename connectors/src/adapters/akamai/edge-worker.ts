import { hmacSha256Hex } from "../../core/sha256.ts";
import { type Connector, createConnector, type SiteRequest } from "../../host/connector.ts";
import { END_HEADERS, saysEnd } from "../../host/end-command.ts";
import { hostOnly } from "../../host/host-only.ts";
import { protectCookies } from "../../host/private-answer.ts";
import type { Fetch } from "../../host/runtime.ts";
import { type StandardOptions, withStandardParts } from "../../host/standard-parts.ts";
import type { Header } from "../../host/verdict.ts";
import type { EdgeWorkerRequest, EdgeWorkerResponse, HttpRequestFunction } from "./events.ts";
import { packHeaders, unpackHeaders } from "./handover.ts";

const VERSION = "0.1.0";
const DEFAULT_VARIABLE = "PMUSER_STANCHION";
/** An event handler of the smallest tier may take 4 seconds, all in all. */
const PULL_TIMEOUT_MS = 1000;

/** How to run the connector in an EdgeWorker. */
export interface EdgeWorkerOptions
  extends Omit<StandardOptions, "acceptsPush" | "checksPasses" | "configPublicKeys"> {
  /** `httpRequest` of the module `http-request`, where the config is pulled. */
  readonly httpRequest?: HttpRequestFunction | undefined;
  /** The variable of the property that carries cookies to the response. Default `PMUSER_STANCHION`. */
  readonly variable?: string | undefined;
}

/** The event handlers that `main.js` exports. */
export interface EdgeWorker {
  readonly onClientRequest: (request: EdgeWorkerRequest) => Promise<void>;
  readonly onClientResponse: (request: EdgeWorkerRequest, response: EdgeWorkerResponse) => void;
}

/** Makes `fetch`, as far as a connector needs it, of sub-requests. They end by their own timeout. */
export function toFetch(httpRequest: HttpRequestFunction, timeoutMs: number): Fetch {
  return async (url, { method, headers, body }) => {
    const rest = { timeout: timeoutMs, ...(body === undefined ? {} : { body }) };
    const answer = await httpRequest(url, { method, headers, ...rest });
    const get = (name: string): string | null => answer.getHeader(name)?.[0] ?? null;
    return { status: answer.status, headers: { get }, text: () => answer.text() };
  };
}

function toSiteRequest(request: EdgeWorkerRequest): SiteRequest {
  const { scheme, url, method, clientIp } = request;
  const host = hostOnly(request.host);
  const header = (name: string): string | undefined =>
    request.getHeader(name)?.join(name === "cookie" ? "; " : ", ");
  const isHostUnknown = host === "";
  return { url: `${scheme}://${host}${url}`, method, header, clientIp, isHostUnknown };
}

function groupByName(headers: readonly Header[]): Record<string, readonly string[]> {
  const groups: Record<string, readonly string[]> = {};
  for (const [name, value] of headers) groups[name] = [...(groups[name] ?? []), value];
  return groups;
}

function createConnectorOf(options: EdgeWorkerOptions): Connector {
  const { httpRequest, pullTimeoutMs = PULL_TIMEOUT_MS, ...rest } = options;
  if ("configPublicKeys" in options && options.configPublicKeys !== undefined) {
    throw new TypeError("configPublicKeys cannot be checked: EdgeWorkers have no Ed25519");
  }
  if (rest.configUrl !== undefined && httpRequest === undefined) {
    throw new TypeError("httpRequest is missing");
  }
  const fetch: Fetch =
    httpRequest === undefined
      ? () => Promise.reject(new Error("There are no sub-requests without httpRequest"))
      : toFetch(httpRequest, pullTimeoutMs);
  return createConnector(withStandardParts({ ...rest, checksPasses: false, pullTimeoutMs }), {
    name: "stanchion-akamai",
    version: VERSION,
    platform: "akamai-edgeworkers",
    fetch,
    hmac: hmacSha256Hex,
  });
}

/**
 * Makes the event handlers of an EdgeWorker: `onClientRequest` decides, `onClientResponse` adds the
 * cookies. Needs nothing but the language itself, no timer, `crypto` or `URL`.
 *
 * @throws TypeError naming the option that is missing or wrong
 *
 * @example
 * export const { onClientRequest, onClientResponse } = createEdgeWorker({
 *   customerId: "acme", secrets: [secret], config, failOpen: false,
 * });
 */
export function createEdgeWorker(options: EdgeWorkerOptions): EdgeWorker {
  const { variable = DEFAULT_VARIABLE, onProblem = (): void => undefined } = options;
  const connector = createConnectorOf(options);
  return {
    onClientRequest: async (request) => {
      await connector.ready;
      await connector.runDueWork();
      const { answer, headers } = await connector.check(toSiteRequest(request));
      // Nothing is left for the response where the answer says it all.
      request.setVariable(variable, answer === null ? packHeaders(headers, onProblem) : "");
      if (answer === null) return;
      request.respondWith(answer.status, groupByName([...answer.headers, ...headers]), answer.body);
    },
    onClientResponse: (request, response) => {
      const isOver = saysEnd((name) => response.getHeader(name)?.join(","));
      for (const name of END_HEADERS) response.removeHeader(name);
      const handed = unpackHeaders(request.getVariable(variable));
      // Cryptography of the language's own answers at once.
      const ended = isOver ? connector.endVisit(toSiteRequest(request)) : handed;
      const added = ended instanceof Promise ? handed : ended;
      for (const [name, value] of added) response.addHeader(name, value);
      protectCookies(added, {
        keys: () => Object.keys(response.getHeaders()),
        get: (name) => response.getHeader(name)?.join(),
        set: (name, value) => response.setHeader(name, value),
        delete: (name) => response.removeHeader(name),
      });
    },
  };
}
