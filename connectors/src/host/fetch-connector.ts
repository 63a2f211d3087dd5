import { type Connector, createConnector, type SiteRequest } from "./connector.ts";
import type { ConnectorOptions } from "./options.ts";
import { answerPush, isPush, MAX_PUSH_CHARACTERS } from "./push.ts";
import type { Fetch, Runtime } from "./runtime.ts";
import type { Answer, Header } from "./verdict.ts";

const VERSION = "0.1.0";

/** How to run the connector where `Request` and `Response` are. */
export interface FetchConnectorOptions extends ConnectorOptions {
  /**
   * Milliseconds that the very first request may wait for a config, in a process that has none
   * yet. Default 0: such requests are answered as `failOpen` says.
   */
  readonly firstConfigWaitMs?: number | undefined;
  /** Reads the body of requests with one, for triggers that look at it. Default false. */
  readonly readsBody?: boolean | undefined;
  /** Default: the runtime's own, for config pulls. */
  readonly fetch?: Fetch | undefined;
}

/** What the runtime knows besides the request. */
export interface RequestFacts {
  /** The address as the visitor's browser has it. Default: that of the request. */
  readonly url?: string | undefined;
  /** The visitor's address, as the runtime or a trusted proxy tells it. */
  readonly clientIp?: string | undefined;
  /** Keeps the runtime alive for background work, where it would end with the response. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** A connector for `Request` and `Response`. */
export interface FetchConnector extends Omit<Connector, "check" | "runDueWork"> {
  /** Answers a request, with the help of `next` (the site) when it may go on. */
  readonly handle: (
    request: Request,
    next: (request: Request) => Response | Promise<Response>,
    facts?: RequestFacts,
  ) => Promise<Response>;
}

function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body === "" ? null : body, { status, headers: toHeaders(headers) });
}

function toHeaders(list: readonly Header[]): Headers {
  const headers = new Headers();
  for (const [name, value] of list) headers.append(name, value);
  return headers;
}

/** Adds headers to the site's response, whose own may be immutable. */
function withHeaders(response: Response, headers: readonly Header[]): Response {
  const copy = new Response(response.body, response);
  for (const [name, value] of headers) copy.headers.append(name, value);
  return copy;
}

async function toSiteRequest(
  request: Request,
  { clientIp, url = request.url }: RequestFacts,
  readsBody: boolean | undefined,
): Promise<SiteRequest> {
  const { method, headers } = request;
  const body = readsBody && request.body !== null ? await request.clone().text() : undefined;
  return { url, method, header: (name) => headers.get(name) ?? undefined, clientIp, body };
}

/** Reads the body of a push, up to what one may have. */
async function readPushBody(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length")) > MAX_PUSH_CHARACTERS) {
    throw new RangeError("The push is too large");
  }
  return request.text();
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
  const { firstConfigWaitMs = 0, acceptsPush, readsBody } = options;
  const connector = createConnector(options, {
    name: "stanchion-fetch",
    version: VERSION,
    platform: "fetch",
    fetch: options.fetch ?? ((url, request) => fetch(url, request)),
    ...runtime,
  });
  const { check, runDueWork, ...shared } = connector;

  const waitForConfig = async (work: Promise<unknown> | null): Promise<void> => {
    await connector.ready();
    if (firstConfigWaitMs === 0 || connector.configVersion() !== null) return;
    const patience = new Promise((resolve) => setTimeout(resolve, firstConfigWaitMs));
    await Promise.race([work, patience]);
  };

  return {
    ...shared,
    handle: async (request, next, facts = {}) => {
      const work = runDueWork();
      if (work !== null) facts.waitUntil?.(work);
      if (connector.configVersion() === null) await waitForConfig(work);
      if (acceptsPush === true && isPush(request.method, request.url)) {
        const take = async () => connector.push(await readPushBody(request));
        return toResponse(await answerPush(take));
      }
      const verdict = await check(await toSiteRequest(request, facts, readsBody));
      return verdict.answer === null
        ? withHeaders(await next(request), verdict.headers)
        : withHeaders(toResponse(verdict.answer), verdict.headers);
    },
  };
}
