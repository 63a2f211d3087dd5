import { isDeepStrictEqual } from "node:util";
import { turnAt, turnsIn } from "@/lib/domain/line/idle-turn";
import { readLinesInUse } from "@/lib/line/commands/lines-in-use";
import { eventTag } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import type { Logger } from "@/lib/platform/observability/logger";
import {
  listOpenEvents,
  type OpenEvent,
  readOpenEventStamps,
  readOpenEventsStamp,
} from "@/lib/services/relay/line/open-events";
import { turnOf } from "./shards";

const FRESH_MS = 2_000;
const IN_USE_FRESH_MS = 1_000;
/** With no more open events than this, each takes every turn. */
const ALL_TAKE_TURNS = 100;
/** Odd, as the numbers of turns are: a worker that is late and serves every second round comes to all of them. */
const QUIET_TURNS = 3;
/** What an operator has changed is looked at in every round for so long. */
const CHANGED_MS = 10_000;

type Round = Parameters<typeof turnAt>[0];

/** The open events as a process knows them. */
export type OpenEventsView = {
  readonly get: () => Promise<readonly OpenEvent[]>;
  /** Those that waiting rooms have in use or that were changed just now; all, where there are few. */
  readonly inUse: () => Promise<readonly OpenEvent[]>;
  /**
   * Those that a round of a job looks at: these, and those at rest whose turn has come. Of those which the job knows to be
   * quiet only one turn in three counts.
   */
  readonly due: (
    round: Round,
    isQuiet?: (event: OpenEvent) => boolean,
  ) => Promise<readonly OpenEvent[]>;
};

type Known = {
  /** Of all of them. */
  readonly stamp: string;
  readonly events: readonly OpenEvent[];
  /** By the event's id: it and its own stamp. */
  readonly each: ReadonlyMap<string, Stamped>;
  /** Their ids, by the tags of their lines. */
  readonly byTag: ReadonlyMap<string, string>;
  /** By how many turns there are: the events of each. */
  readonly turns: Map<number, readonly OpenEvent[][]>;
};
type Stamped = { readonly stamp: string; readonly event: OpenEvent };

/** From so many on that have changed, all are read: a list of ids would be longer than they are. */
const READ_ALL_FROM = 2_000;

/**
 * Reads the open events at most every two seconds, and of them only those that have changed. While Postgres is away it
 * keeps the last list, so that lines are still ticked; a refresh that hangs holds up only the first who asks.
 */
export function createOpenEventsView(redis: Redis, log: Logger): OpenEventsView {
  const changedUntilMs = new Map<string, number>();
  let known: Known | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | null = null;
  const readInUse = remembered(IN_USE_FRESH_MS, async () => {
    const tags = await readLinesInUse(redis);
    return tags.flatMap((tag) => known?.byTag.get(tag) ?? []);
  });

  async function refresh(): Promise<void> {
    try {
      const stamp = await readOpenEventsStamp();
      if (known?.stamp !== stamp) known = await readChanged(stamp);
      readAtMs = performance.now();
    } catch (error) {
      log.error({ error }, "The open events could not be read; the last list is kept.");
    } finally {
      refreshing = null;
    }
  }

  async function readChanged(stamp: string): Promise<Known> {
    const stamps = await readOpenEventStamps();
    const changed = stamps.filter((one) => known?.each.get(one.id)?.stamp !== one.stamp);
    const isMost = changed.length >= READ_ALL_FROM;
    const events = await listOpenEvents(isMost ? undefined : changed.map(({ id }) => id));
    if (known !== null) noteChanged(events, known.each);
    const read = new Map(events.map((event) => [event.id, event]));
    const each = new Map<string, Stamped>();
    for (const { id, stamp } of stamps) {
      const before = known?.each.get(id);
      const event = read.get(id) ?? (before?.stamp === stamp ? before.event : undefined);
      if (event !== undefined) each.set(id, { stamp, event });
    }
    const open = [...each.values()].map(({ event }) => event);
    const byTag = new Map(open.map((event) => [eventTag(event), event.id]));
    return { stamp, each, byTag, events: open, turns: new Map() };
  }

  function noteChanged(events: readonly OpenEvent[], before: Known["each"]): void {
    const nowMs = performance.now();
    for (const [id, untilMs] of changedUntilMs) if (untilMs < nowMs) changedUntilMs.delete(id);
    for (const event of events)
      if (!isDeepStrictEqual(before.get(event.id)?.event, event))
        changedUntilMs.set(event.id, nowMs + CHANGED_MS);
  }

  async function get(): Promise<readonly OpenEvent[]> {
    if (performance.now() - readAtMs >= FRESH_MS) {
      refreshing ??= refresh();
      if (known === null) await refreshing;
    }
    return known?.events ?? [];
  }

  async function inUse(): Promise<readonly OpenEvent[]> {
    const events = await get();
    if (known === null || events.length <= ALL_TAKE_TURNS) return events;
    const told = await readInUse();
    const nowMs = performance.now();
    const changed = [...changedUntilMs].flatMap(([id, untilMs]) => (untilMs > nowMs ? [id] : []));
    return [...new Set([...told, ...changed])].flatMap((id) => known?.each.get(id)?.event ?? []);
  }

  return {
    get,
    inUse,
    async due(round, isQuiet = () => false) {
      const used = await inUse();
      if (known === null) return used;
      const nowMs = Date.now();
      const isQuietTurn = quietTurnOf(round, nowMs);
      const rest = inTurn(known, round, nowMs).filter(
        (event) => !isQuiet(event) || isQuietTurn(event),
      );
      return [...new Set([...used, ...rest])];
    },
  };
}

/** Those at rest whose turn it is. They are put in their turns once: so many that each look would cost more than they do. */
function inTurn({ events, turns }: Known, round: Round, nowMs: number): readonly OpenEvent[] {
  const count = turnsIn(round);
  let each = turns.get(count);
  if (each === undefined) {
    each = Array.from({ length: count }, () => []);
    for (const event of events) each[turnOf(event.id) % count]?.push(event);
    turns.set(count, each);
  }
  return each[turnAt(round, nowMs)] ?? [];
}

/** Tells whose turn this is also where only each third counts, which is one of its turns. */
function quietTurnOf({ everyMs, idleMs }: Round, nowMs: number): (event: OpenEvent) => boolean {
  const round = { everyMs, idleMs: QUIET_TURNS * idleMs };
  const [count, turn] = [turnsIn(round), turnAt(round, nowMs)];
  return ({ id }) => turnOf(id) % count === turn;
}

/** Asks again only once what it was told is too old. */
function remembered<Value>(freshMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = performance.now();
    if (value === null || nowMs - readAtMs >= freshMs) {
      readAtMs = nowMs;
      value = read();
      // Who asked is told; the next one asks anew.
      value.catch(() => {
        value = null;
      });
    }
    return value;
  };
}
