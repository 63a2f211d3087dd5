import type { Redis } from "ioredis";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import { sleep } from "../shared/time";

const EVERY_MS = 50;

/** Line time as an observer reads it, against a clock of its own. */
export type ClockWatch = {
  /** Line time of a moment of `performance.now()`. */
  lineTimeOf(monotonicMs: number): number;
  /** The furthest that line time went off, either way, from one Redis to the next. */
  jumpMs(): number;
  close(): Promise<void>;
};

/** What line time is ahead of the observer's clock, and in which Redis. */
type Sample = { readonly offsetMs: number; readonly replicationId: string };

/**
 * Reads the time of a line. Between a promotion and the first call of the line it has none: only what was
 * written in the Redis that answers counts.
 */
export function watchClock(redis: Redis, event: EventRef): ClockWatch {
  let newest: Sample | null = null;
  let jumpMs = 0;
  let isClosed = false;

  async function look(): Promise<void> {
    const sentAtMs = performance.now();
    const [time, values, told] = await Promise.all([
      redis.time(),
      redis.hmget(eventKeys(event).line, "correctionMs", "replid"),
      redis.info("replication"),
    ]);
    const [correctionMs, replicationId] = values;
    if (!replicationId || !told.includes(`master_replid:${replicationId}`)) return;
    const atMs = Number(time[0]) * 1_000 + Number(time[1]) / 1_000 + Number(correctionMs);
    const offsetMs = atMs - (sentAtMs + performance.now()) / 2;
    if (newest !== null && newest.replicationId !== replicationId)
      jumpMs = Math.max(jumpMs, Math.abs(offsetMs - newest.offsetMs));
    newest = { offsetMs, replicationId };
  }

  const watching = (async () => {
    while (!isClosed) {
      // Redis may be away: that is the point.
      await look().catch(() => undefined);
      await sleep(EVERY_MS);
    }
  })();

  return {
    lineTimeOf: (monotonicMs) => monotonicMs + (newest?.offsetMs ?? 0),
    jumpMs: () => jumpMs,
    async close() {
      isClosed = true;
      await watching;
    },
  };
}
