/**
 * Jobs of the `line` queue need only Redis and go on while Postgres is away; those of `record` need both. Those
 * of `outside` wait for other people's servers, so that no other job ever waits for those.
 */
export const QUEUES = {
  line: "stanchion-line",
  record: "stanchion-record",
  outside: "stanchion-outside",
} as const;

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

/** The job that ticks the open events of one shard. */
export const LINE_TICK = "line.tick";

/** The job that also runs when it is asked for: where a line differs from Postgres. */
export const LINE_RECONCILE = { name: "line.reconcile", queue: QUEUES.record } as const;
