import { isDeepStrictEqual } from "node:util";
import { db } from "@/lib/db/client";
import { isAwsType } from "@/lib/domain/domain-event/catalogue";
import {
  type LineChange,
  lineChanges,
  UNSEEN,
  type Watched,
} from "@/lib/domain/domain-event/line-changes";
import { passedNumbers } from "@/lib/domain/domain-event/passed-numbers";
import {
  type CrossedThreshold,
  type ThresholdStates,
  thresholdChanges,
} from "@/lib/domain/domain-event/threshold-changes";
import {
  type CalledLook,
  calledSince,
  keepLook,
  metricValues,
} from "@/lib/domain/threshold/metric-values";
import { type Glance, glanceAtLines } from "@/lib/line/commands/glance";
import type { Redis } from "@/lib/line/redis-client";
import {
  readThresholdsInForce,
  type ThresholdsInForce,
} from "@/lib/services/event/threshold/in-force";
import { Attempts } from "@/lib/services/ground/attempts";
import { raise } from "@/lib/services/ground/raise";
import { BY_STANCHION } from "@/lib/services/ground/raise-at-run";
import {
  type AwsSubscriptions,
  readAwsSubscriptions,
  wantsAwsType,
} from "@/lib/services/ground/raise-for-aws";
import { recentChallenges } from "@/lib/services/operation/figures/recent-challenges";
import type { OpenEvent } from "./open-events";

/** What a process remembers of a line: what was told last, and since when nobody waits. */
type Known = {
  readonly run: number;
  readonly version: number;
  readonly watched: Seen;
  readonly emptySinceMs: number | null;
  readonly lookedAtMs: number;
  /** Since when thresholds say the opposite of what was told. */
  readonly states: ThresholdStates;
  /** How many were called in the last minutes. */
  readonly calls: readonly CalledLook[];
  /** There was no stock to count, and nothing was told that could be over since. */
  readonly isQuiet: boolean;
};

/** What is stored of a line. */
type Seen = Watched & {
  readonly crossed: readonly CrossedThreshold[];
  /** Of no-shows, how many were told; null: nobody wants to know. */
  readonly passed: number | null;
};

const NOTHING_SEEN: Seen = { ...UNSEEN, crossed: [], passed: null };

/** What a process remembers between two looks. */
export type KnownLines = {
  /** By the database ids of events. */
  readonly lines: Map<string, Known>;
  thresholds: { readonly readAtMs: number; readonly inForce: ThresholdsInForce };
  /** Who is told of those who were called and not there. */
  passedWanted: AwsSubscriptions;
  challenges: {
    readonly readAtMs: number;
    readonly byEvent: Awaited<ReturnType<typeof recentChallenges>>;
  };
};

export function nothingKnown(): KnownLines {
  return {
    lines: new Map(),
    thresholds: { readAtMs: 0, inForce: { ofEvents: new Map(), ofCustomers: new Map() } },
    passedWanted: new Map(),
    challenges: { readAtMs: 0, byEvent: new Map() },
  };
}

/** Figures are stored every few seconds. */
const CHALLENGES_READ_MS = 30_000;
/** A new threshold is in force within so long, and a new webhook. */
const SETTINGS_READ_MS = 10_000;
/** Nobody knows what happened in a longer gap between two looks. */
const LONGEST_GAP_MS = 60_000;
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
  await readChallenges(known);
  await readSettings(known);
  const glances = await glanceAtLines(redis, events);
  const attempts = new Attempts();
  for (const [index, event] of events.entries()) {
    const line = glances[index];
    if (line?.runId === event.runId) await attempts.try(() => tell(event, line, known));
  }
  attempts.end((failed) => `${failed} lines could not be watched.`);
}

/** Whether nothing is to be told of a line that nobody has had in use since it was looked at, unless it was lost. */
export function isQuiet(event: OpenEvent, { lines, challenges, thresholds }: KnownLines): boolean {
  const line = lines.get(event.id);
  if (line?.run !== event.runId || !line.isQuiet || event.governor !== null) return false;
  const hasThresholds = thresholdsOf(event, thresholds.inForce).length > 0;
  return !hasThresholds && !challenges.byEvent.has(event.id);
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
      const seen = row?.run === runId ? (row.seen as Partial<Seen>) : {};
      const watched = { ...NOTHING_SEEN, ...seen };
      const fresh = {
        emptySinceMs: null,
        lookedAtMs: 0,
        states: new Map(),
        calls: [],
        isQuiet: false,
      };
      lines.set(id, { run: runId, version, watched, ...fresh });
    }
  }
}

async function readChallenges(known: KnownLines): Promise<void> {
  const nowMs = Date.now();
  if (nowMs - known.challenges.readAtMs < CHALLENGES_READ_MS) return;
  known.challenges = { readAtMs: nowMs, byEvent: await recentChallenges(nowMs) };
}

async function readSettings(known: KnownLines): Promise<void> {
  const nowMs = Date.now();
  if (nowMs - known.thresholds.readAtMs < SETTINGS_READ_MS) return;
  known.thresholds = { readAtMs: nowMs, inForce: await readThresholdsInForce() };
  known.passedWanted = await readAwsSubscriptions("aws.automatic_serving_counter_incr");
}

async function tell(event: OpenEvent, line: Glance, known: KnownLines): Promise<void> {
  const { lines, challenges } = known;
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
  const ofLine = lineChanges(before.watched, seen, emptyForMs);
  // No more of it than these: some twenty looks are kept of each line.
  const { called, noShows, lineTimeMs: atMs } = line;
  const calls = keepLook(before.calls, { called, noShows, atMs });
  const inForce = thresholdsOf(event, known.thresholds.inForce);
  const states = statesBefore(before, line.lineTimeMs);
  const { crossed } = before.watched;
  const ofThresholds = thresholdChanges(
    inForce,
    { states, crossed },
    {
      values: ofLine.watched.isRecovering
        ? NOBODY_KNOWS
        : metricValues(line, calledSince(calls, line)),
      atMs: line.lineTimeMs,
    },
  );
  const ofPassed = passedOf(event, line, {
    before,
    isRecovering: ofLine.watched.isRecovering,
    known,
  });
  const changes = [...ofLine.changes, ...ofThresholds.changes, ...ofPassed.changes];
  const watched = {
    ...{ ...ofLine.watched, crossed: ofThresholds.crossed },
    passed: ofPassed.told,
  };
  const after = {
    ...{ ...before, watched, emptySinceMs, calls, lookedAtMs: line.lineTimeMs },
    states: ofThresholds.states,
    isQuiet: line.stock === null && isDeepStrictEqual(ofLine.watched, UNSEEN),
  };
  if (changes.length === 0) {
    lines.set(event.id, after);
    return;
  }
  const isTold = await store(event, { before, watched, changes });
  if (isTold) lines.set(event.id, { ...after, version: before.version + 1 });
  // Another worker was first: what it has told is read in the next round.
  else lines.delete(event.id);
}

function passedOf(
  event: OpenEvent,
  line: Glance,
  seen: { readonly before: Known; readonly isRecovering: boolean; readonly known: KnownLines },
): { readonly told: number | null; readonly changes: readonly LineChange[] } {
  const { before, isRecovering, known } = seen;
  if (!wantsAwsType(known.passedWanted, event)) return { told: null, changes: [] };
  if (isRecovering) return { told: before.watched.passed, changes: [] };
  return passedNumbers(before.watched.passed, line);
}

const NOBODY_KNOWS = {
  ...{ waiting: null, expectedWaitMinutes: null, outflowUsedPercent: null, noShowPercent: null },
};

function thresholdsOf({ id, customerId }: OpenEvent, inForce: ThresholdsInForce) {
  return [...(inForce.ofEvents.get(id) ?? []), ...(inForce.ofCustomers.get(customerId) ?? [])];
}

/** How thresholds stood: as this process knows, or, after a gap, as it was told. */
function statesBefore({ watched, states, lookedAtMs }: Known, atMs: number): ThresholdStates {
  if (states.size > 0 && atMs - lookedAtMs <= LONGEST_GAP_MS) return states;
  return new Map(watched.crossed.map(({ id }) => [id, { isCrossed: true, sinceMs: null }]));
}

type Change = {
  readonly before: Known;
  readonly watched: Seen;
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
    const { customerId, wireId, name, testOf, status, currentRun } =
      await tx.event.findUniqueOrThrow({ where: { id } });
    // Of a run that has ended meanwhile nobody would hear the end.
    if (testOf !== null || status !== "open" || currentRun !== runId) return true;
    for (const { type, sentence, data } of changes) {
      await raise(tx, customerId, {
        ...{ type, event: { id: wireId, name }, by: BY_STANCHION },
        ...{
          summary: sentence.replace("{event}", () => name),
          data: isAwsType(type) ? data : { run: runId, ...data },
        },
      });
    }
    return true;
  });
}
