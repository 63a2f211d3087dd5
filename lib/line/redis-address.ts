import type { ConnectionOptions } from "node:tls";
import { ExpectedFailure } from "@/lib/platform/expected-failure";

/** How the driver finds Redis: by its address, or by asking Sentinel who is the master. */
export type RedisTarget = { readonly url: string } | SentinelTarget;

export type SentinelTarget = {
  readonly sentinels: { readonly host: string; readonly port: number }[];
  /** What Sentinel calls the master. */
  readonly name: string;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly sentinelUsername?: string;
  readonly sentinelPassword?: string;
  readonly tls?: ConnectionOptions;
  readonly sentinelTLS?: ConnectionOptions;
  readonly enableTLSForSentinelMode?: boolean;
  readonly sentinelCommandTimeout: number;
};

type Endpoint = SentinelTarget["sentinels"][number];

const SENTINEL =
  /^redis(s?)\+sentinel:\/\/(?:([^@/?]*)@)?([^/?]+)\/([^/?]+)(?:\/(\d+))?(?:\?(.*))?$/;
const ENDPOINT = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i;
const SENTINEL_PORT = 26_379;
const SENTINEL_ANSWERS_MS = 2_000;
const FORMS =
  "redis://host:6379, rediss://host:6379 or redis+sentinel://host:26379,host:26379,host:26379/NAME, where NAME is what Sentinel calls the master";

/**
 * Reads an address of `REDIS_URL`. Behind `redis+sentinel://` stand the Sentinels and the name of the master, which
 * is then asked for at each connection. Throws one sentence, without the address, for one that is none: there may be a password in it.
 */
export function redisTarget(url: string): RedisTarget {
  if (/^(rediss?|unix):\/\/./.test(url)) return { url };
  const [, secure, credentials, hosts, name, db, query] = SENTINEL.exec(url) ?? [];
  const sentinels = (hosts ?? "").split(",").map(endpointOf);
  if (name === undefined || sentinels.some((one) => one === null)) {
    throw new ExpectedFailure(`Set REDIS_URL to ${FORMS}.`);
  }
  const ofSentinel = new URLSearchParams(query);
  return {
    sentinels: sentinels.filter((one) => one !== null),
    name: decodeURIComponent(name),
    db: Number(db ?? 0),
    ...credentialsOf(credentials),
    ...present("sentinelUsername", ofSentinel.get("sentinelUsername")),
    ...present("sentinelPassword", ofSentinel.get("sentinelPassword")),
    ...(secure === "s" ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
    sentinelCommandTimeout: SENTINEL_ANSWERS_MS,
  };
}

function endpointOf(text: string): Endpoint | null {
  const [, host, port] = ENDPOINT.exec(text) ?? [];
  const number = Number(port ?? SENTINEL_PORT);
  if (host === undefined || number < 1 || number > 65_535) return null;
  return { host: host.replace(/^\[|\]$/g, ""), port: number };
}

/** `user:password`, `:password`, or none. */
function credentialsOf(text: string | undefined) {
  const [, username, password] = /^([^:]*)(?::(.*))?$/.exec(text ?? "") ?? [];
  return { ...present("username", username), ...present("password", password) };
}

function present<Name extends string>(name: Name, value: string | null | undefined) {
  return value ? { [name]: decodeURIComponent(value) } : {};
}
