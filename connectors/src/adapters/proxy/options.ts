import type { NodeConnectorOptions } from "../node/index.ts";
import { parseUrl } from "./parse-url.js";

/** How to run the proxy: a connector, and what stands behind it. */
export interface ProxyOptions extends Omit<NodeConnectorOptions, "readBody"> {
  /** The site behind the proxy: `http://` or `https://`, a host, maybe a port, nothing else. */
  readonly origin: string;
  /** Sent to the origin as `Host`, and used for TLS. Default: the `Host` that the visitor sent. */
  readonly originHost?: string | undefined;
  /** Milliseconds that the origin may take to begin its answer. Default 30000. */
  readonly originTimeoutMs?: number | undefined;
  /** Milliseconds that a body or an upgraded connection may pause. Default 120000. */
  readonly idleTimeoutMs?: number | undefined;
  /** Milliseconds that a visitor may take to send a whole request. Default 300000. */
  readonly requestTimeoutMs?: number | undefined;
  /** Milliseconds that `close` waits for requests under way. Default 10000. */
  readonly shutdownTimeoutMs?: number | undefined;
  /** Largest body of a request. Default 100000000. */
  readonly maxBodyBytes?: number | undefined;
  /** Visitors' connections at a time; one address has a quarter without trusted proxies. Default 10000. */
  readonly maxConnections?: number | undefined;
  /** Connections to the origin at a time; what exceeds them waits. Default 256. */
  readonly maxOriginConnections?: number | undefined;
}

const DEFAULTS = {
  originTimeoutMs: 30_000,
  idleTimeoutMs: 120_000,
  requestTimeoutMs: 300_000,
  shutdownTimeoutMs: 10_000,
  maxBodyBytes: 100_000_000,
  maxConnections: 10_000,
  maxOriginConnections: 256,
} as const;

type LimitName = keyof typeof DEFAULTS;

/** What the proxy itself goes by, with the defaults filled in. */
export interface ProxySettings extends Readonly<Record<LimitName, number>> {
  readonly origin: URL;
  readonly originHost: string | undefined;
  readonly trustedProxies: number;
  readonly onProblem: (problem: Error) => void;
}

function readOrigin(text: unknown): URL {
  const url = typeof text === "string" ? parseUrl(text) : null;
  const isHttp = url !== null && ["http:", "https:"].includes(url.protocol);
  if (!isHttp) throw new TypeError("origin is not an HTTP address");
  const isBare = url.pathname === "/" && url.search === "" && url.hash === "";
  if (!isBare || url.username !== "") throw new TypeError("origin has more than a host and a port");
  return url;
}

/** Limits are whole numbers of at least 1. */
function readLimits(options: ProxyOptions): Record<LimitName, number> {
  const limits: Record<LimitName, number> = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS) as LimitName[]) {
    const value = options[name] ?? DEFAULTS[name];
    if (!(Number.isInteger(value) && value >= 1)) throw new TypeError(`${name} is below 1`);
    limits[name] = value;
  }
  return limits;
}

/**
 * Checks what concerns the proxy; the connector checks the rest.
 *
 * @throws TypeError naming the option that is wrong
 */
export function readProxySettings(options: ProxyOptions): ProxySettings {
  return {
    ...readLimits(options),
    origin: readOrigin(options.origin),
    originHost: options.originHost,
    trustedProxies: options.trustedProxies ?? 0,
    onProblem: options.onProblem ?? ((): void => undefined),
  };
}
