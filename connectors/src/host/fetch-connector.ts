import { type Connector, createConnector } from "./connector.ts";
import { END_HEADERS, saysEnd } from "./end-command.ts";
import type { ConnectorOptions } from "./options.ts";
import type { FirstConfig } from "./parts.ts";
import { protectCookies } from "./private-answer.ts";
import type { Fetch, Runtime } from "./runtime.ts";
import type { Header } from "./verdict.ts";
import { hmacByWebCrypto } from "./web-crypto.ts";

/** How to run the connector where `Request` and `Response` are. */
export interface FetchConnectorOptions extends ConnectorOptions {
  /**
   * Lets requests wait for the first config, in a process that has none yet
   * (`waitForFirstConfig(milliseconds)`). Without it they are answered as `failOpen` says.
   */
  readonly firstConfig?: FirstConfig | undefined;
  /** Default: the runtime's own, for config pulls. */
  readonly fetch?: Fetch | undefined;
}

/** What the runtime knows besides the request. */
export interface RequestFacts {
  /** The address as the visitor's browser has it. Default: that of the request. */
  readonly url?: string | undefined;
  /** The request names no host, or two: it is refused where that matters. Default: false. */
  readonly isHostUnknown?: boolean | undefined;
  /** The visitor's address, as the runtime or a trusted proxy tells it. */
  readonly clientIp?: string | undefined;
  /** The raw body, where a trigger may look at it: `await request.clone().text()`. */
  readonly body?: string | undefined;
  /** Keeps the runtime alive for background work, where it would end with the response. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** A connector for `Request` and `Response`. */
export interface FetchConnector extends Pick<Connector, "current"> {
  /** Answers a request, with the help of `next` (the site) when it may go on. */
  readonly handle: (
    request: Request,
    next: (request: Request) => Response | Promise<Response>,
    facts?: RequestFacts,
  ) => Promise<Response>;
}

/** The headers of a response that was fetched cannot be changed, those of its copy can. */
function withHeaders(response: Response, headers: readonly Header[]): Response {
  const copy = new Response(response.body, response);
  for (const [name, value] of headers) copy.headers.append(name, value);
  return copy;
}

/**
 * Starts a connector for any runtime with `Request`, `Response` and `fetch`. It starts nothing
 * before the first request and uses no timers: config pulls and reports run beside requests, in
 * `waitUntil` where there is one.
 *
 * @param runtime - how an adapter on top of this one names itself
 * @throws TypeError naming the option that is missing or wrong
 *
 * @example
 * const connector = createFetchConnector({ customerId, secrets: [secret], apiKey, configUrl, failOpen: false });
 * const response = await connector.handle(request, (request) => fetch(request), { clientIp });
 */
export function createFetchConnector(
  options: FetchConnectorOptions,
  runtime: Partial<Runtime> = {},
): FetchConnector {
  const connector = createConnector(options, {
    name: "stanchion-fetch",
    version: "0.1.0",
    fetch: options.fetch ?? ((url, request) => fetch(url, request)),
    hmac: hmacByWebCrypto,
    ...runtime,
  });
  const { current } = connector;
  return {
    current,
    handle: async (request, next, facts = {}) => {
      const work = connector.runDueWork();
      facts.waitUntil?.(work);
      await connector.ready;
      if (!current()) await options.firstConfig?.(work);
      const pushed = await options.push?.(request, connector);
      const asked = {
        ...facts,
        url: facts.url ?? request.url,
        method: request.method,
        header: (name: string) => request.headers.get(name),
      };
      const { answer, headers } = pushed ?? (await connector.check(asked));
      if (answer) return withHeaders(new Response(answer.body || null, answer), headers);
      const response = await next(request);
      const isOver = saysEnd((name) => response.headers.get(name));
      const added = isOver ? await connector.endVisit(asked) : headers;
      const copy = withHeaders(response, added);
      protectCookies(added, copy.headers);
      for (const name of END_HEADERS) copy.headers.delete(name);
      if (isOver) facts.waitUntil?.(connector.runDueWork());
      return copy;
    },
  };
}
