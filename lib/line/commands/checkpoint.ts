import { PROCESS } from "../constants";
import { type EventRef, eventKey } from "../keys";
import type { Redis } from "../redis-client";
import type { HASHES } from "../schema";
import type { LineState } from "../scripts/line-state";
import { type RedisCommand, sendTogether } from "../send-together";
import { readOldestAdmissions } from "./admissions";
import { readCustomerFields } from "./customer-fields";
import { governorField } from "./governor-state";
import { tickTogether } from "./tick";

/** A line as recovery needs it when Redis has lost all of it. */
export type LineToKeep = {
  readonly state: LineState;
  /** Waiting-room processes that have the line in use. */
  readonly processIds: readonly string[];
  /** Line time: admissions before it are not in Redis any more, and hence in Postgres. */
  readonly storedThroughMs: number;
  /** What the governor remembers, as JSON; null where there is none. */
  readonly governor: string | null;
};

/** Lines in one call: more would block Redis for longer. */
const LINES_AT_ONCE = 16;

/**
 * Reads lines to be kept, in the order of the events; null for one that is not there, while nobody has judged what time it
 * is, and while it knows less than was kept of it. Throws where one cannot be read.
 */
export async function readLinesToKeep(
  redis: Redis,
  events: readonly EventRef[],
): Promise<readonly (LineToKeep | null)[]> {
  const calls: Promise<readonly (LineToKeep | null)[]>[] = [];
  for (let from = 0; from < events.length; from += LINES_AT_ONCE)
    calls.push(readSome(redis, events.slice(from, from + LINES_AT_ONCE)));
  return (await Promise.all(calls)).flat();
}

async function readSome(redis: Redis, events: readonly EventRef[]) {
  const ticks = await tickTogether(redis, events);
  const [nodes, oldest, governors] = await Promise.all([
    sendTogether(
      redis,
      events.map((event): RedisCommand => ["hget", eventKey(event, "line"), NODES]),
    ),
    readOldestAdmissions(redis, events),
    readCustomerFields(redis, events, (event) => [governorField(event)]),
  ]);
  return ticks.map((tick, index): LineToKeep | null => {
    const governed = governors[index];
    for (const one of [tick, nodes[index], governed]) if (one instanceof Error) throw one;
    if (tick instanceof Error || governed instanceof Error || tick.status === "LOST") return null;
    const { state } = tick;
    if (state.clockJumpMs !== null || state.copyAtMs !== null) return null;
    const governor = governed?.[0];
    return {
      state,
      processIds: processesIn(String(nodes[index] ?? ""), state.lineTimeMs - PROCESS.goneMs),
      storedThroughMs: Math.min(state.lineTimeMs, oldest[index] ?? state.lineTimeMs),
      governor: typeof governor === "string" ? governor : null,
    };
  });
}

const NODES = "nodes" satisfies keyof typeof HASHES.line;

function processesIn(nodes: string, sinceMs: number): string[] {
  return [...nodes.matchAll(/([^:;]+):\d+:(\d+):[^;]*;/g)].flatMap(([, id = "", atMs]) =>
    Number(atMs) >= sinceMs ? [id] : [],
  );
}
