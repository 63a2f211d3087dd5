import { hmacSha256Hex } from "../../core/sha256.ts";
import type { FetchConnector } from "../../host/fetch-connector.ts";
import {
  createStandardFetchConnector,
  type StandardFetchOptions,
} from "../../host/standard-fetch.ts";
import { configInKv, type KvNamespace } from "./kv-config.ts";

const RUNTIME = {
  name: "stanchion-cloudflare",
  platform: "cloudflare-workers",
  hmac: hmacSha256Hex,
};
const DEFAULT_KEY = "stanchion-config";
/** KV is read again after so many seconds; it answers from its own cache in between. */
const KV_INTERVAL_SECONDS = 60;

/** How to run the connector in a Cloudflare Worker. */
export interface CloudflareOptions extends Omit<StandardFetchOptions, "configStorage" | "fetch"> {
  /**
   * Keeps the last good config for all isolates. Without `configUrl` it is also where the config
   * comes from: the waiting room pushes it to one isolate, the others read it here.
   */
  readonly kv?: KvNamespace | undefined;
  /** The key in `kv`. Default `stanchion-config`. */
  readonly kvKey?: string | undefined;
}

/** What a Worker is told besides the request. */
export interface ExecutionContext {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** The default export of a Worker. */
export interface CloudflareWorker<Env> {
  readonly fetch: (request: Request, env: Env, ctx: ExecutionContext) => Promise<Response>;
}

/** Answers the requests that may go on. */
export type CloudflareSite<Env> = (
  request: Request,
  env: Env,
  ctx: ExecutionContext,
) => Response | Promise<Response>;

function toFetchOptions(options: CloudflareOptions): StandardFetchOptions {
  const { kv, kvKey = DEFAULT_KEY, ...rest } = options;
  if (kv === undefined) return rest;
  const { storage, fetch } = configInKv(kv, kvKey);
  const stored = { acceptsPush: true, ...rest, configStorage: storage };
  if (rest.configUrl !== undefined) return stored;
  return {
    pullIntervalSeconds: KV_INTERVAL_SECONDS,
    ...stored,
    // Nothing is sent there: every pull is answered from KV.
    configUrl: "https://kv.invalid/",
    apiKey: "kv",
    fetch,
  };
}

/**
 * Makes a Worker that stands in front of a site: one connector for each isolate.
 *
 * @param optionsOf - returns the options; secrets are in `env`. Called with the first request
 * @param site - answers what may go on; by default the origin of the zone does
 * @throws TypeError with the first request, naming the option that is missing or wrong
 *
 * @example
 * export default createCloudflareWorker((env) => ({
 *   customerId: "acme",
 *   secrets: [env.STANCHION_SECRET],
 *   kv: env.STANCHION_KV,
 *   failOpen: false,
 * }));
 */
export function createCloudflareWorker<Env>(
  optionsOf: (env: Env) => CloudflareOptions,
  site: CloudflareSite<Env> = (request) => fetch(request),
): CloudflareWorker<Env> {
  let connector: FetchConnector | undefined;
  return {
    fetch: (request, env, ctx) => {
      connector ??= createStandardFetchConnector(toFetchOptions(optionsOf(env)), RUNTIME);
      return connector.handle(request, (passed) => site(passed, env, ctx), {
        clientIp: request.headers.get("cf-connecting-ip") ?? undefined,
        waitUntil: (work) => ctx.waitUntil(work),
      });
    },
  };
}
