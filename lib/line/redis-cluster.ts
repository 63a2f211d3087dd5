import { setTimeout as delay } from "node:timers/promises";
import { Cluster, type Redis as OneRedis, type RedisOptions } from "ioredis";
import type { ClusterTarget } from "./redis-address";
import { refusalOf } from "./redis-refusal";
import { writeTogether } from "./write-together";

/** A promotion is noticed with the first redirect, or so soon. */
const LOOKS_EVERY_MS = 2_000;
/** After `TRYAGAIN` or `CLUSTERDOWN`, when the cluster has done nothing. Beside `REDIRECTIONS` that is some two seconds. */
const ASKS_AGAIN_MS = 150;
const REDIRECTIONS = 16;

/**
 * Opens a connection to a Redis Cluster, with the options of one to a single Redis. Commands follow slots that move. What a
 * cluster did not carry out is asked again for two seconds, while it says so; a call that was cut is never sent twice.
 */
export function openCluster(
  target: ClusterTarget,
  options: Omit<RedisOptions, "replyMapping">,
): Cluster {
  const { nodes, ...identity } = target;
  const { lazyConnect, enableOfflineQueue, retryStrategy, ...ofNodes } = options;
  const cluster = new Cluster([...nodes], {
    redisOptions: { ...ofNodes, ...identity },
    ...(lazyConnect === undefined ? {} : { lazyConnect }),
    ...(enableOfflineQueue === undefined ? {} : { enableOfflineQueue }),
    ...(retryStrategy === undefined ? {} : { clusterRetryStrategy: retryStrategy }),
    ...(target.tls === undefined ? {} : { dnsLookup: keepName }),
    // Also a cluster that lacks a master serves the events of the others.
    enableReadyCheck: false,
    maxRedirections: REDIRECTIONS,
    slotsRefreshInterval: LOOKS_EVERY_MS,
    retryDelayOnTryAgain: ASKS_AGAIN_MS,
    retryDelayOnClusterDown: ASKS_AGAIN_MS,
    // 0: a call that was cut may have been carried out.
    retryDelayOnFailover: 0,
  });
  cluster.on("+node", (node: OneRedis) => {
    writeTogether(node);
    // Until it is there, calls for it fail. A replica may be promoted at any time.
    node.connect().catch(() => undefined);
    // Metrics name a script by what the connection that sends it knows.
    Reflect.set(node, "scriptsSet", Reflect.get(cluster, "scriptsSet"));
  });
  // It says only of the last node that it asked why it has none.
  cluster.on("node error", (error: Error) => {
    if (refusalOf(error) === "connection") cluster.emit("error", error);
  });
  return cluster;
}

/** Resolves when there is a connection to each master that can be reached, and after the time in any case. */
export async function untilMastersAnswer(cluster: Cluster, timeoutMs: number): Promise<void> {
  const connected = (node: OneRedis) =>
    node.status === "ready" || node.status === "end"
      ? undefined
      : new Promise<unknown>((resolve) => node.once("ready", resolve).once("end", resolve));
  const late = new AbortController();
  const all = Promise.all(cluster.nodes("master").map(connected));
  await Promise.race([all, delay(timeoutMs, null, { signal: late.signal }).catch(() => null)]);
  late.abort();
}

/** A certificate names the host, not the address that it has. */
function keepName(host: string, found: (error: null, address: string) => void): void {
  found(null, host);
}
