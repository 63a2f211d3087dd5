import { type EventRef, eventKey } from "../keys";
import type { Redis } from "../redis-client";
import type { LineField } from "../schema";
import { type RedisCommand, sendTogether } from "../send-together";

/** What stands in a line of how far somebody has brought it. Times are line time. */
export type LineNote = {
  readonly runId: number;
  readonly settingsVersion: number;
  /** When it was moved on last, to half a second. */
  readonly atMs: number;
  /** Nobody waits or was called, and no seat, unit, draw, end or figure depends on time: a tick would change nothing else. */
  readonly rests: boolean;
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
    (event): RedisCommand => ["hmget", eventKey(event, "line"), ...FIELDS],
  );
  return (await sendTogether(redis, commands)).map(noteOf);
}

/** How far it is, and what makes a line rest. */
const NOTED = ["run", "version", "lineAtMs", "holdUntilMs"] as const;
const PEOPLE = ["lanes", "last", "serving", "live", "sampledMinute", "countedMinute"] as const;
const LIMITS = ["activeCap", "stock", "draw", "endDue"] as const;
/** Fields that are there only until a loss is over. */
const BEHIND_A_LOSS = ["clockJumpMs", "copyAtMs", "restoring"] as const;
/** In the order in which `noteOf` takes them. */
const FIELDS: readonly LineField[] = [...NOTED, ...PEOPLE, ...LIMITS, ...BEHIND_A_LOSS];

function noteOf(reply: unknown): LineNote | null {
  if (!Array.isArray(reply)) return null;
  const [run, version, lineAtMs, holdUntilMs, ...more]: readonly unknown[] = reply;
  const [lanes, last, serving, live, sampledMinute, countedMinute, ...others] = more;
  const [activeCap, stock, draw, endDue, ...behindALoss] = others;
  if (run == null || lineAtMs == null || behindALoss.some((one) => one != null)) return null;
  const atMs = Number(lineAtMs);
  if (numberOf(holdUntilMs) > atMs) return null;
  const isEmpty = numberOf(lanes) === 1 && numberOf(last) === numberOf(serving);
  const isCounted = numberOf(sampledMinute) > numberOf(countedMinute);
  const isLimited = numberOf(activeCap) > 0 || stock != null || numberOf(live) > 0;
  const isDue = numberOf(draw) === 1 || endDue != null;
  const rests = isEmpty && isCounted && !isLimited && !isDue;
  return { runId: Number(run), settingsVersion: Number(version), atMs, rests };
}

function numberOf(value: unknown): number {
  return Number(value ?? 0);
}
