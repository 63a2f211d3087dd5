import type { Redis } from "ioredis";
import { type EventRef, eventKeys } from "../keys";

/** A code as the line knows it: its id, how often it may be used, and where it leads. */
export type PublishedCode = {
  readonly id: string;
  readonly uses: number;
  /** Null where the code leads to no lane of its own. */
  readonly lane: number | null;
};

const BATCH = 1_000;

/** Makes codes known to the line; those that it knows already keep the uses that are left. */
export async function publishCodes(
  redis: Redis,
  event: EventRef,
  codes: readonly PublishedCode[],
): Promise<void> {
  const key = eventKeys(event).codes;
  for (let start = 0; start < codes.length; start += BATCH) {
    const pipeline = redis.pipeline();
    for (const { id, uses, lane } of codes.slice(start, start + BATCH)) {
      pipeline.hsetnx(key, id, `${lane ?? -1}:${uses}`);
    }
    await pipeline.exec();
  }
}
