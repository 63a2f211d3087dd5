import { type EventRef, eventKey, eventKeys } from "../keys";
import type { Redis } from "../redis-client";

/** One number of a lane in a run. */
export type AskedNumber = {
  readonly runId: number;
  readonly lane: number;
  readonly number: number;
};

/** True where the line has this run and has handed out the number. One read of two fields. */
export async function isNumberIssued(
  redis: Redis,
  event: EventRef,
  { runId, lane, number }: AskedNumber,
): Promise<boolean> {
  const last = lane === 0 ? "last" : `last.${lane}`;
  const [run, issued] = await redis.hmget(eventKey(event, "line"), "run", last);
  return Number(run) === runId && number >= 1 && number <= Number(issued ?? 0);
}

/** The place of the current run to which an enqueue token with this key of the customer's own led; null for none. */
export async function findNumberByTokenKey(
  redis: Redis,
  event: EventRef,
  tokenKey: string,
): Promise<AskedNumber | null> {
  const { line, rights } = eventKeys(event);
  const [place, run] = await Promise.all([
    redis.hget(rights, `k:${tokenKey}`),
    redis.hget(line, "run"),
  ]);
  const [number, lane] = place?.split(":") ?? [];
  if (number === undefined || lane === undefined || run === null) return null;
  return { runId: Number(run), lane: Number.parseInt(lane, 10), number: Number(number) };
}
