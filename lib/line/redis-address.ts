import type { ConnectionOptions } from "node:tls";
import { parseUrl } from "@/lib/domain/parse-url";
import { ExpectedFailure } from "@/lib/platform/expected-failure";

/** How the driver finds Redis: by its address, by asking Sentinel who is the master, or by asking a cluster who has which keys. */
export type RedisTarget = { readonly url: string } | SentinelTarget | ClusterTarget;

type Endpoint = { readonly host: string; readonly port: number };

export type ClusterTarget = {
  /** Some of its nodes: they name the others. */
  readonly nodes: readonly Endpoint[];
  readonly username?: string;
  readonly password?: string;
  readonly tls?: ConnectionOptions;
};

export type SentinelTarget = {
  readonly sentinels: Endpoint[];
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

const SENTINEL =
  /^redis(s?)\+sentinel:\/\/(?:([^@/?]*)@)?([^/?]+)\/([^/?]+)(?:\/(\d+))?(?:\?(.*))?$/;
const CLUSTER = /^redis(s?)\+cluster:\/\/(?:([^@/?]*)@)?([^/?]+)\/?$/;
const ENDPOINT = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i;
const REDIS_PORT = 6_379;
const SENTINEL_PORT = 26_379;
const SENTINEL_ANSWERS_MS = 2_000;
/** More databases nobody configures; Redis has 16 unless told otherwise, and says which it lacks. */
const DATABASE_MAX = 9_999;
const ESCAPE =
  "Percent-encode what is special in user and password: %23 for #, %25 for %, %2F for /, %3F for ?, %40 for @.";
const FORMS =
  "redis://host:6379, rediss://host:6379, redis+cluster://host:6379,host:6379,host:6379 or redis+sentinel://host:26379,host:26379,host:26379/NAME, where NAME is what Sentinel calls the master";

/**
 * Reads an address of `REDIS_URL`. Behind `redis+sentinel://` stand the Sentinels and the name of the master, which
 * is then asked for at each connection; behind `redis+cluster://` some nodes of a cluster. Throws one sentence, without the address, for one that is none: there may be a password in it.
 */
export function redisTarget(url: string): RedisTarget {
  if (/^rediss?:\/\//.test(url)) return plainTarget(url);
  if (/^rediss?\+cluster:/.test(url)) return clusterTarget(url);
  const [, secure, credentials, hosts, name, db, query] = SENTINEL.exec(url) ?? [];
  const sentinels = endpointsOf(hosts, SENTINEL_PORT);
  if (name === undefined || sentinels === null) {
    throw new ExpectedFailure(`Set REDIS_URL to ${FORMS}.`);
  }
  if (db !== undefined && Number(db) > DATABASE_MAX) throw wrongDatabase();
  const ofSentinel = new URLSearchParams(query);
  return {
    sentinels,
    name: decoded(name),
    db: Number(db ?? 0),
    ...credentialsOf(credentials),
    ...present("sentinelUsername", ofSentinel.get("sentinelUsername")),
    ...present("sentinelPassword", ofSentinel.get("sentinelPassword")),
    ...(secure === "s" ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
    sentinelCommandTimeout: SENTINEL_ANSWERS_MS,
  };
}

/** A cluster has one database. */
function clusterTarget(url: string): ClusterTarget {
  const [, secure, credentials, hosts] = CLUSTER.exec(url) ?? [];
  const nodes = endpointsOf(hosts, REDIS_PORT);
  if (nodes === null) throw new ExpectedFailure(`Set REDIS_URL to ${FORMS}.`);
  return { nodes, ...credentialsOf(credentials), ...(secure === "s" ? { tls: {} } : {}) };
}

/** What the driver reads otherwise than it was meant, or not at all, is refused here. */
function plainTarget(url: string): RedisTarget {
  const parsed = parseUrl(url);
  // An unescaped "#" or "?" of a password ends the host, and "/" makes what stands before it a port.
  if (parsed === null || parsed.hostname === "" || parsed.hash !== "") {
    throw new ExpectedFailure(`Set REDIS_URL to ${FORMS}. ${ESCAPE}`);
  }
  decoded(parsed.username);
  decoded(parsed.password);
  const path = /^\/?(\d{0,5})$/.exec(parsed.pathname);
  if (path === null || Number(path[1]) > DATABASE_MAX) throw wrongDatabase();
  return { url };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ExpectedFailure(`Set REDIS_URL anew: its user or password has a "%". ${ESCAPE}`);
  }
}

function wrongDatabase(): ExpectedFailure {
  const text = `Set REDIS_URL to an address without a path, or with the number of a database (0 to ${DATABASE_MAX}) behind its last "/".`;
  return new ExpectedFailure(text);
}

/** Null where one of them is none. */
function endpointsOf(hosts: string | undefined, portElse: number): Endpoint[] | null {
  const endpoints = (hosts ?? "").split(",").map((text) => endpointOf(text, portElse));
  const known = endpoints.filter((one) => one !== null);
  return known.length < endpoints.length ? null : known;
}

function endpointOf(text: string, portElse: number): Endpoint | null {
  const [, host, port] = ENDPOINT.exec(text) ?? [];
  const number = Number(port ?? portElse);
  if (host === undefined || number < 1 || number > 65_535) return null;
  return { host: host.replace(/^\[|\]$/g, ""), port: number };
}

/** `user:password`, `:password`, or none. */
function credentialsOf(text: string | undefined) {
  const [, username, password] = /^([^:]*)(?::(.*))?$/.exec(text ?? "") ?? [];
  return { ...present("username", username), ...present("password", password) };
}

function present<Name extends string>(name: Name, value: string | null | undefined) {
  return value ? { [name]: decoded(value) } : {};
}
