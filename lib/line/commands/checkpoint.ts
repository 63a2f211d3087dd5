import { PROCESS } from "../constants";
import { type EventRef, eventKeys } from "../keys";
import { readFields } from "../read-fields";
import type { Redis } from "../redis-client";
import type { LineState } from "../scripts/line-state";
import { readAdmissions } from "./admissions";
import { readGovernor } from "./governor-state";
import { tickEvent } from "./tick";

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

/**
 * Reads a line to be kept; null where there is none, while nobody has judged what time it is, and while it knows less than
 * was kept of it.
 */
export async function readLineToKeep(redis: Redis, event: EventRef): Promise<LineToKeep | null> {
  const tick = await tickEvent(redis, event);
  if (tick.status === "LOST" || tick.state.clockJumpMs !== null) return null;
  if (tick.state.copyAtMs !== null) return null;
  const { state } = tick;
  const [{ nodes }, { admissions }, governor] = await Promise.all([
    readFields(redis, "line", eventKeys(event).line, ["nodes"]),
    readAdmissions(redis, event, "0-0", 1),
    readGovernor(redis, event),
  ]);
  return {
    state,
    processIds: processesIn(nodes ?? "", state.lineTimeMs - PROCESS.goneMs),
    storedThroughMs: Math.min(state.lineTimeMs, ...admissions.map((one) => one.admittedAtMs)),
    governor: governor === null ? null : JSON.stringify(governor),
  };
}

function processesIn(nodes: string, sinceMs: number): string[] {
  return [...nodes.matchAll(/([^:;]+):\d+:(\d+):[^;]*;/g)].flatMap(([, id = "", atMs]) =>
    Number(atMs) >= sinceMs ? [id] : [],
  );
}
