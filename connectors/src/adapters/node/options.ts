import type { IncomingMessage } from "node:http";

/** How to run the connector in Node. */
export interface NodeConnectorOptions {
  /** The customer's id at the waiting room (`c` on the wire). */
  readonly customerId: string;
  /** The customer's secrets: the first signs, all verify (so they can be rotated). */
  readonly secrets: readonly [string, ...string[]];
  /** The API key with which the integration config is pulled. */
  readonly apiKey: string;
  /** `https://…/status/integrationconfig/secure/{customerId}` of the waiting room. */
  readonly configUrl: string;
  /**
   * What happens to requests while no config was ever seen: true lets them through (marked
   * `x-queueit-failed: true`), false answers 503. There is no default: both cost something.
   */
  readonly failOpen: boolean;
  /** Keeps the last good config over restarts. */
  readonly configFile?: string | undefined;
  /** Dials this address for the pull instead of the host in `configUrl`, which is still sent. */
  readonly connect?: { readonly host: string; readonly port: number } | undefined;
  /** Replaces `https://{QueueDomain}` in redirects, for example `http://room.localhost:3001`. */
  readonly waitingRoomOrigin?: string | undefined;
  /** How many proxies in front are ours; that many `X-Forwarded-*` entries are believed. */
  readonly trustedProxies?: number | undefined;
  /** Seconds between pulls, give or take a tenth. Default 300. */
  readonly pullIntervalSeconds?: number | undefined;
  /** Milliseconds that a pull may take. Default 4000. */
  readonly pullTimeoutMs?: number | undefined;
  /** Makes a signed right to join for an event, if the site hands out such. */
  readonly enqueueToken?: ((eventId: string) => string | undefined) | undefined;
  /** Returns the raw body for triggers that look at it, where something has read it already. */
  readonly readBody?: ((request: IncomingMessage) => string | undefined) | undefined;
  /** Hears of failed pulls and refused configs. They do no harm while a config is known. */
  readonly onProblem?: ((problem: Error) => void) | undefined;
}

const DEFAULT_PULL_INTERVAL_SECONDS = 300;
const DEFAULT_PULL_TIMEOUT_MS = 4000;

/** Options that were checked, with the defaults filled in. */
export interface CheckedOptions extends NodeConnectorOptions {
  readonly trustedProxies: number;
  readonly pullIntervalSeconds: number;
  readonly pullTimeoutMs: number;
  readonly onProblem: (problem: Error) => void;
}

function requireText(name: string, value: unknown): void {
  if (typeof value !== "string" || value === "") throw new TypeError(`${name} is missing`);
}

function requireHttpUrl(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new TypeError(`${name} is not an HTTP address`);
  }
  return url;
}

function requireCount(name: string, value: number, least: number): void {
  if (!Number.isFinite(value) || value < least) throw new TypeError(`${name} is below ${least}`);
}

function checkSecrets(secrets: readonly string[]): void {
  if (!Array.isArray(secrets) || secrets.length === 0) throw new TypeError("secrets is missing");
  for (const secret of secrets) requireText("secrets", secret);
}

/**
 * Checks what a program passes in, so that a mistake shows at the start and not in a request.
 *
 * @throws TypeError naming the option that is wrong
 */
export function checkOptions(options: NodeConnectorOptions): CheckedOptions {
  requireText("customerId", options.customerId);
  requireText("apiKey", options.apiKey);
  checkSecrets(options.secrets);
  requireHttpUrl("configUrl", options.configUrl);
  if (typeof options.failOpen !== "boolean") throw new TypeError("failOpen is missing");
  const checked = {
    ...options,
    waitingRoomOrigin:
      options.waitingRoomOrigin === undefined
        ? undefined
        : requireHttpUrl("waitingRoomOrigin", options.waitingRoomOrigin).origin,
    trustedProxies: options.trustedProxies ?? 0,
    pullIntervalSeconds: options.pullIntervalSeconds ?? DEFAULT_PULL_INTERVAL_SECONDS,
    pullTimeoutMs: options.pullTimeoutMs ?? DEFAULT_PULL_TIMEOUT_MS,
    onProblem: options.onProblem ?? ((): void => undefined),
  };
  requireCount("trustedProxies", checked.trustedProxies, 0);
  requireCount("pullIntervalSeconds", checked.pullIntervalSeconds, 0.1);
  requireCount("pullTimeoutMs", checked.pullTimeoutMs, 1);
  return checked;
}
