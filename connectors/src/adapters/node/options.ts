import type { StandardOptions } from "../../host/index.ts";
import type { Dial } from "./node-fetch.ts";
import type { AnyRequest } from "./visitor-facts.ts";

/** How to run the connector in Node. */
export interface NodeConnectorOptions extends StandardOptions {
  /** Keeps the last good config over restarts, in this file. */
  readonly configFile?: string | undefined;
  /** Dials this address for the pull instead of the host in `configUrl`, which is still sent. */
  readonly connect?: Dial | undefined;
  /** How many proxies in front are ours; that many `X-Forwarded-*` entries are believed. */
  readonly trustedProxies?: number | undefined;
  /** Returns the raw body for triggers that look at it, where something has read it already. */
  readonly readBody?: ((request: AnyRequest) => string | undefined) | undefined;
}
