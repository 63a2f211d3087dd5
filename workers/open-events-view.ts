import { isDeepStrictEqual } from "node:util";
import { takesTurn } from "@/lib/domain/line/idle-turn";
import { readLinesInUse } from "@/lib/line/commands/lines-in-use";
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
/** What an operator has changed is looked at in every round for so long. */
const CHANGED_MS = 10_000;

type Round = Parameters<typeof takesTurn>[1];

/** The open events as a process knows them. */
export type OpenEventsView = {
  readonly get: () => Promise<readonly OpenEvent[]>;
  /**
   * Those that a round of a job looks at: all that waiting rooms have in use or that were changed just now, and those at
   * rest whose turn has come.
   */
  readonly due: (round: Round) => Promise<readonly OpenEvent[]>;
};

type Known = {
  /** Of all of them. */
  readonly stamp: string;
  readonly events: readonly OpenEvent[];
  /** By the event's id: it and its own stamp. */
  readonly each: ReadonlyMap<string, Stamped>;
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
  const readInUse = remembered(IN_USE_FRESH_MS, () => readLinesInUse(redis));

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
    return { stamp, each, events: [...each.values()].map(({ event }) => event) };
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

  return {
    get,
    async due(round) {
      const events = await get();
      if (events.length <= ALL_TAKE_TURNS) return events;
      const isInUse = await readInUse();
      const nowMs = performance.now();
      const isChanged = ({ id }: OpenEvent) => (changedUntilMs.get(id) ?? 0) > nowMs;
      return events.filter(
        (event) =>
          takesTurn(turnOf(event.id), round, Date.now()) || isInUse(event) || isChanged(event),
      );
    },
  };
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
