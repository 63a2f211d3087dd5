import type { ConnectionOptions } from "bullmq";
import { redisTarget } from "@/lib/line/redis-address";
import { openCluster } from "@/lib/line/redis-cluster";

/** A worker asks for a job for at most ten seconds: a Redis that owes an answer for longer stands still. */
const CONNECTION = {
  retryStrategy: (attempt: number) => Math.min(50 * attempt, 500),
  reconnectOnError: ({ message }: Error) => message.startsWith("READONLY"),
  socketTimeout: 15_000,
} as const;
/** Fails at once while Redis is away, so that nobody waits for a job to be added. */
const PRODUCER = { ...CONNECTION, maxRetriesPerRequest: 1, enableOfflineQueue: false } as const;
/** Tries again for ever: a worker has nothing else to do. */
const CONSUMER = { ...CONNECTION, maxRetriesPerRequest: null } as const;

export type JobConnections = {
  readonly producer: ConnectionOptions;
  readonly consumer: ConnectionOptions;
  /** Closes what the library does not close itself. */
  readonly close: () => void;
};

/** How queues and their workers reach Redis. The library opens its own connections, but not those to a cluster. */
export function jobConnections(url: string): JobConnections {
  const target = redisTarget(url);
  if (!("nodes" in target)) {
    return {
      producer: { ...target, ...PRODUCER },
      consumer: { ...target, ...CONSUMER },
      close: () => undefined,
    };
  }
  const producer = openCluster(target, PRODUCER);
  const consumer = openCluster(target, CONSUMER);
  const close = () => {
    producer.disconnect();
    consumer.disconnect();
  };
  return { producer, consumer, close };
}
