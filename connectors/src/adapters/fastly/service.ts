import { hmacSha256Hex } from "../../core/sha256.ts";
import type { ConfigStorage } from "../../host/config-keeper.ts";
import type { FetchConnector } from "../../host/fetch-connector.ts";
import type { Fetch } from "../../host/runtime.ts";
import {
  createStandardFetchConnector,
  type StandardFetchOptions,
} from "../../host/standard-fetch.ts";

const RUNTIME = { name: "stanchion-fastly", platform: "fastly-compute", hmac: hmacSha256Hex };
const DEFAULT_KEY = "stanchion-config";
/** Options of other runtimes that would do nothing here, and why. */
const IMPOSSIBLE: Readonly<Record<string, string>> = {
  activity: "a sandbox ends before there is something to report",
  configPublicKeys: "Compute has no Ed25519",
};

/** A KV Store, as far as the connector needs it. */
export interface FastlyKvStore {
  readonly get: (key: string) => Promise<{ readonly text: () => Promise<string> } | null>;
  readonly put: (key: string, value: string) => Promise<unknown>;
}

/** How to run the connector in Fastly Compute. */
export interface FastlyOptions
  extends Omit<
    StandardFetchOptions,
    "activity" | "checksPasses" | "configPublicKeys" | "configStorage" | "fetch"
  > {
  /** The name of the backend that is the waiting room. */
  readonly backend: string;
  /** A `CacheOverride` for pulls, with `ttl` and `swr`: each sandbox pulls, Fastly's cache answers. */
  readonly cacheOverride: object;
  /** Keeps the last good config, and what was pushed. */
  readonly kv?: FastlyKvStore | undefined;
  /** The key in `kv`. Default `stanchion-config`. */
  readonly kvKey?: string | undefined;
}

/** The event of a request. */
export interface FastlyFetchEvent {
  readonly request: Request;
  readonly client: { readonly address: string };
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** What Fastly's `fetch` takes besides the usual. */
interface FastlyRequestInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly backend: string;
  readonly cacheOverride: object;
}

/** Pulls through the cache. Such requests follow no redirect and end by the backend's timeouts. */
function fetchFrom(backend: string, cacheOverride: object): Fetch {
  return (url, { method, headers }) => {
    const init: FastlyRequestInit = { method, headers, backend, cacheOverride };
    return fetch(url, init);
  };
}

function configIn(kv: FastlyKvStore, key: string): ConfigStorage {
  return {
    load: async () => (await (await kv.get(key))?.text()) ?? null,
    save: async (text) => {
      await kv.put(key, text);
    },
  };
}

function createConnectorOf(options: FastlyOptions): FetchConnector {
  const { backend, cacheOverride, kv, kvKey = DEFAULT_KEY, ...rest } = options;
  if (rest.configUrl !== undefined && !(backend && cacheOverride)) {
    throw new TypeError(`${backend ? "cacheOverride" : "backend"} is missing`);
  }
  if (rest.replay !== undefined && "forgotten" in rest.replay) {
    throw new TypeError("replay is not possible: a sandbox remembers no token; share a store");
  }
  for (const [name, value] of Object.entries(rest)) {
    const reason = Object.hasOwn(IMPOSSIBLE, name) ? IMPOSSIBLE[name] : undefined;
    if (reason !== undefined && value !== undefined) {
      throw new TypeError(`${name} is not possible: ${reason}`);
    }
  }
  const complete: StandardFetchOptions = {
    acceptsPush: kv !== undefined,
    ...rest,
    checksPasses: false,
    configStorage: kv && configIn(kv, kvKey),
    fetch: fetchFrom(backend, cacheOverride),
  };
  return createStandardFetchConnector(complete, RUNTIME);
}

/**
 * Makes the handler of a Compute service that stands in front of a site. A sandbox usually lives for
 * one request: its rules come from the KV Store or through Fastly's cache.
 *
 * @param optionsOf - returns the options. Called with the first request of a sandbox, because stores
 * cannot be read before
 * @param site - answers what may go on, with a `fetch` to the site's backend
 * @returns rejects with a TypeError naming the option that is missing or wrong
 *
 * @example
 * const handle = createFastlyHandler(optionsOf, (request) => fetch(request, { backend: "origin" }));
 * addEventListener("fetch", (event) => event.respondWith(handle(event)));
 */
export function createFastlyHandler(
  optionsOf: () => FastlyOptions | Promise<FastlyOptions>,
  site: (request: Request) => Response | Promise<Response>,
): (event: FastlyFetchEvent) => Promise<Response> {
  let connector: FetchConnector | undefined;
  return async (event) => {
    connector ??= createConnectorOf(await optionsOf());
    return connector.handle(event.request, site, {
      clientIp: event.client.address,
      waitUntil: (work) => event.waitUntil(work),
    });
  };
}
