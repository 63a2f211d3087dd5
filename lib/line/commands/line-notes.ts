import { type EventRef, eventKey } from "../keys";
import type { Redis } from "../redis-client";
import { type RedisCommand, sendTogether } from "../send-together";

/** What stands in a line of how far somebody has brought it. Times are line time. */
export type LineNote = {
  readonly runId: number;
  readonly settingsVersion: number;
  /** When it was moved on last, to half a second. */
  readonly atMs: number;
};

/**
 * Reads how far lines are, at a fraction of what a tick costs, in the order of the events. Null for one that is not there,
 * cannot be read, or is behind a loss: only a tick tells what is to be done.
 */
export async function readLineNotes(
  redis: Redis,
  events: readonly EventRef[],
): Promise<readonly (LineNote | null)[]> {
  const commands = events.map(
    (event): RedisCommand => ["hmget", eventKey(event, "line"), ...NAMES, ...BEHIND_A_LOSS],
  );
  return (await sendTogether(redis, commands)).map(noteOf);
}

const NAMES = ["run", "version", "lineAtMs", "holdUntilMs"] as const;
/** Fields that are there only until a loss is over. */
const BEHIND_A_LOSS = ["clockJumpMs", "copyAtMs", "restoring"] as const;

function noteOf(reply: unknown): LineNote | null {
  if (!Array.isArray(reply)) return null;
  const [run, version, lineAtMs, holdUntilMs, ...behindALoss]: readonly unknown[] = reply;
  if (run == null || lineAtMs == null || behindALoss.some((one) => one != null)) return null;
  const atMs = Number(lineAtMs);
  if (Number(holdUntilMs ?? 0) > atMs) return null;
  return { runId: Number(run), settingsVersion: Number(version), atMs };
}
