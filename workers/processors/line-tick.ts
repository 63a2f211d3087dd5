import { readLineNotes } from "@/lib/line/commands/line-notes";
import { findUntickedRedis, noteTickedWhole } from "@/lib/line/commands/lines-in-use";
import { tickTogether } from "@/lib/line/commands/tick";
import type { TickReply } from "@/lib/line/scripts/tick";
import type { OpenEvent } from "@/lib/services/relay/line/open-events";
import type { WorkerDependencies } from "../dependencies";
import { MovedLines } from "../moved-lines";
import { shardOf } from "../shards";

export const TICK_ROUND = { everyMs: 1_000, idleMs: 15_000 } as const;
/** Lines in one call: more would block Redis for longer. */
const LINES_PER_CALL = 16;
/** How many calls are under way at once: enough to fill the connection, few enough to stay in time. */
const CALLS_AT_ONCE = 4;
/** Lines that are looked at in one go. */
const LOOKS_AT_ONCE = 500;

/** What this process has seen of lines that others move on. */
const moved = new MovedLines();

/**
 * Ticks the open events of one shard, so that those move on that no waiting-room process watches: those in use in every
 * round unless a waiting room was seen to move them on, those at rest in their turn, and all of them once in a Redis that
 * may have lost any. The step of a tick is computed from elapsed line time, so that a missed, repeated or overlapping
 * tick does no harm. An event whose line is lost, recovering or behind Postgres is sent to repair.
 */
export async function processLineTick(
  deps: WorkerDependencies,
  { shard }: { readonly shard: number },
): Promise<void> {
  const { redis, openEvents } = deps;
  const isOfShard = ({ id }: OpenEvent) => shardOf(id) === shard;
  const all = await openEvents.get();
  if (all.length === 0) return;
  const untickedId = await findUntickedRedis(redis, shard);
  // Of a line at rest reconciliation tells sooner that it is lost or behind, and its checkpoint moves it on.
  const isQuiet = ({ id }: OpenEvent) => moved.rested(id);
  const due = async () => (await openEvents.due(TICK_ROUND, isQuiet)).filter(isOfShard);
  const events = untickedId === null ? await toMoveOn(await due(), deps) : all.filter(isOfShard);
  const failures: unknown[] = [];
  for (let start = 0; start < events.length; start += CALLS_AT_ONCE * LINES_PER_CALL) {
    const calls = Array.from({ length: CALLS_AT_ONCE }, (_, call) => {
      const from = start + call * LINES_PER_CALL;
      return tickSome(events.slice(from, from + LINES_PER_CALL), deps);
    });
    failures.push(...(await Promise.all(calls)).flat());
  }
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `${failures.length} of ${events.length} events did not tick.`,
    );
  }
  if (untickedId !== null) await noteTickedWhole(redis, shard, untickedId);
}

/**
 * Those that nobody else moves on, or of which only a tick tells how they are. An empty line in which nothing is due is
 * moved on by its checkpoint once a minute: here its note tells that it is there, and not behind.
 */
async function toMoveOn(
  events: readonly OpenEvent[],
  { redis }: WorkerDependencies,
): Promise<readonly OpenEvent[]> {
  const left: OpenEvent[] = [];
  const startedMs = performance.now();
  const unsure = events.filter(({ id }) => !moved.needsNoLook(id, startedMs));
  for (let from = 0; from < unsure.length; from += LOOKS_AT_ONCE) {
    const some = unsure.slice(from, from + LOOKS_AT_ONCE);
    // What cannot be read the ticks tell.
    const notes = await readLineNotes(redis, some).catch(() => []);
    const nowMs = performance.now();
    for (const [index, event] of some.entries()) {
      const note = notes[index] ?? null;
      if (note === null || !isUpToDate(event, note)) {
        moved.forget(event.id);
        left.push(event);
        continue;
      }
      const isMoved = moved.look(event.id, note, nowMs);
      if (!isMoved && !note.rests) left.push(event);
    }
  }
  return left;
}

/** Answers the failures. */
async function tickSome(
  events: readonly OpenEvent[],
  { redis, requestReconcile }: WorkerDependencies,
): Promise<unknown[]> {
  if (events.length === 0) return [];
  try {
    const replies = await tickTogether(redis, events);
    const results = events.map(async (event, index) => {
      const reply = replies[index];
      if (reply === undefined || reply instanceof Error) return [reply];
      if (reply.status === "OK") moved.noteOwn(event.id, reply.state.lineTimeMs, performance.now());
      if (!isHealthy(event, reply)) await requestReconcile(event.id);
      return [];
    });
    return (await Promise.all(results)).flat();
  } catch (error) {
    return events.map(() => error);
  }
}

function isHealthy(event: OpenEvent, tick: TickReply): boolean {
  return tick.status === "OK" && isUpToDate(event, tick.state);
}

function isUpToDate(
  event: OpenEvent,
  line: Readonly<Record<"runId" | "settingsVersion", number>>,
): boolean {
  return line.runId >= event.runId && line.settingsVersion >= event.settingsVersion;
}
