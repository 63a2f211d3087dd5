import { lateMsOf } from "@/lib/domain/line/turn-times";
import { type EventRef, eventKey } from "../keys";
import type { Redis } from "../redis-client";

/**
 * When the turn of a number ends that was called, in line time: after it a visitor is late, who has a share of the slots while
 * others wait. Null where it was called within the last second.
 */
export async function readTurnEnd(
  redis: Redis,
  event: EventRef,
  called: { readonly lane: number; readonly number: number; readonly outflowPerMinute: number },
): Promise<number | null> {
  const { lane, number, outflowPerMinute } = called;
  const field = lane === 0 ? "history" : `history.${lane}`;
  const samples = ((await redis.hget(eventKey(event, "line"), field)) ?? "").split(";");
  for (const sample of samples) {
    const [atMs, serving] = sample.split(":").map(Number);
    if ((serving ?? 0) >= number) return (atMs ?? 0) + lateMsOf(outflowPerMinute);
  }
  return null;
}
