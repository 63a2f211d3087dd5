import { type EventRef, eventKey, NODES_KEY } from "../keys";
import type { Redis } from "../redis-client";
import { runAlive } from "../scripts/alive";
import { type Glance, runGlances } from "../scripts/glance";

export type { Glance } from "../scripts/glance";

/** So many lines in one call: visitors of other lines wait for so long at most. */
const LINES_AT_ONCE = 25;

/** Looks at many lines in one go, in their order; null for one that is not there or cannot be read. Moves none on. */
export async function glanceAtLines(
  redis: Redis,
  events: readonly EventRef[],
): Promise<readonly (Glance | null)[]> {
  const calls: ReturnType<typeof runGlances>[] = [];
  for (let from = 0; from < events.length; from += LINES_AT_ONCE) {
    const some = events.slice(from, from + LINES_AT_ONCE);
    const requests = some.map((event) => ({ keys: { line: eventKey(event, "line") }, args: {} }));
    calls.push(runGlances(redis, requests));
  }
  const replies = await Promise.all(calls);
  return replies.flat().map((reply) => (reply instanceof Error ? null : reply));
}

/** How many waiting-room processes are alive, and what time Redis has. */
export async function countAlive(
  redis: Redis,
): Promise<{ readonly alive: number; readonly atMs: number }> {
  const [{ count }, [seconds]] = await Promise.all([
    runAlive(redis, { nodes: NODES_KEY }, { nodeId: "" }),
    redis.time(),
  ]);
  return { alive: count, atMs: Number(seconds) * 1_000 };
}
