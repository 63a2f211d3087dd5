import type { Redis } from "ioredis";
import { db } from "@/lib/db/client";
import {
  type LineChange,
  lineChanges,
  UNSEEN,
  type Watched,
} from "@/lib/domain/domain-event/line-changes";
import { type Glance, glanceAtLines } from "@/lib/line/commands/glance";
import { Attempts } from "@/lib/services/ground/attempts";
import { raise } from "@/lib/services/ground/raise";
import { BY_STANCHION } from "@/lib/services/ground/raise-at-run";
import { recentChallenges } from "@/lib/services/operation/figures/recent-challenges";
import type { OpenEvent } from "./open-events";

/** What a process remembers of a line: what was told last, and since when nobody waits. */
type Known = {
  readonly run: number;
  readonly version: number;
  readonly watched: Watched;
  readonly emptySinceMs: number | null;
};

/** What a process remembers between two looks. */
export type KnownLines = {
  /** By the database ids of events. */
  readonly lines: Map<string, Known>;
  challenges: {
    readonly readAtMs: number;
    readonly byEvent: Awaited<ReturnType<typeof recentChallenges>>;
  };
};

export function nothingKnown(): KnownLines {
  return { lines: new Map(), challenges: { readAtMs: 0, byEvent: new Map() } };
}

/** Figures are stored every few seconds. */
const CHALLENGES_READ_MS = 30_000;
const ROWS_AT_ONCE = 1_000;

/**
 * Looks at the lines of these events and raises what has changed since it was told last, by whichever worker: a change is
 * stored with what is told of it, or not at all. What fails for one line does not hold up the others.
 */
export async function tellLineChanges(
  redis: Redis,
  events: readonly OpenEvent[],
  known: KnownLines,
): Promise<void> {
  if (events.length === 0) return;
  await remember(events, known.lines);
  await readChallenges(events, known);
  const glances = await glanceAtLines(redis, events);
  const attempts = new Attempts();
  for (const [index, event] of events.entries()) {
    const line = glances[index];
    if (line?.runId === event.runId) await attempts.try(() => tell(event, line, known));
  }
  attempts.end((failed) => `${failed} lines could not be watched.`);
}

/** Reads what was told of the lines that this process has not looked at, or not in this run. */
async function remember(events: readonly OpenEvent[], lines: KnownLines["lines"]): Promise<void> {
  const unknown = events.filter(({ id, runId }) => lines.get(id)?.run !== runId);
  for (let from = 0; from < unknown.length; from += ROWS_AT_ONCE) {
    const some = unknown.slice(from, from + ROWS_AT_ONCE);
    const ids = some.map(({ id }) => id);
    const rows = await db().lineWatch.findMany({ where: { eventId: { in: ids } } });
    const byId = new Map(rows.map((row) => [row.eventId, row]));
    for (const { id, runId } of some) {
      const row = byId.get(id);
      const version = row?.version ?? 0;
      // Written below only, by an older version with fewer fields.
      const seen = row?.run === runId ? (row.seen as Partial<Watched>) : {};
      lines.set(id, { run: runId, version, watched: { ...UNSEEN, ...seen }, emptySinceMs: null });
    }
  }
}

async function readChallenges(events: readonly OpenEvent[], known: KnownLines): Promise<void> {
  const nowMs = Date.now();
  if (nowMs - known.challenges.readAtMs < CHALLENGES_READ_MS) return;
  const byEvent = await recentChallenges(
    events.map(({ id }) => id),
    nowMs,
  );
  known.challenges = { readAtMs: nowMs, byEvent };
}

async function tell(
  event: OpenEvent,
  line: Glance,
  { lines, challenges }: KnownLines,
): Promise<void> {
  const before = lines.get(event.id);
  if (before === undefined) return;
  const emptySinceMs = line.waiting > 0 ? null : (before.emptySinceMs ?? line.lineTimeMs);
  const emptyForMs = emptySinceMs === null ? 0 : line.lineTimeMs - emptySinceMs;
  const recent = challenges.byEvent.get(event.id) ?? { arrivals: 0, challenged: 0 };
  const seen = {
    ...line,
    setOutflow: event.outflowPerMinute,
    challenges: event.challengesAll ? null : recent,
  };
  const { watched, changes } = lineChanges(before.watched, seen, emptyForMs);
  if (changes.length === 0) {
    lines.set(event.id, { ...before, watched, emptySinceMs });
    return;
  }
  const isTold = await store(event, { before, watched, changes });
  if (isTold)
    lines.set(event.id, { ...before, version: before.version + 1, watched, emptySinceMs });
  // Another worker was first: what it has told is read in the next round.
  else lines.delete(event.id);
}

type Change = {
  readonly before: Known;
  readonly watched: Watched;
  readonly changes: readonly LineChange[];
};

/** False where another worker has changed the row since. */
function store({ id, runId }: OpenEvent, { before, watched, changes }: Change): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const seen = JSON.stringify(watched);
    const count = await tx.$executeRaw`
      INSERT INTO "LineWatch" AS held ("eventId", "run", "seen", "version")
      VALUES (${id}, ${runId}, ${seen}::jsonb, 1)
      ON CONFLICT ("eventId") DO UPDATE
      SET "run" = EXCLUDED."run", "seen" = EXCLUDED."seen", "version" = held."version" + 1
      WHERE held."version" = ${before.version}`;
    if (count === 0) return false;
    const { customerId, wireId, name, testOf } = await tx.event.findUniqueOrThrow({
      where: { id },
    });
    if (testOf !== null) return true;
    for (const { type, sentence, data } of changes) {
      await raise(tx, customerId, {
        ...{ type, event: { id: wireId, name }, by: BY_STANCHION },
        ...{ summary: sentence.replace("{event}", () => name), data: { run: runId, ...data } },
      });
    }
    return true;
  });
}
