import { db } from "@/lib/db/client";
import type { Run } from "@/lib/db/generated/client";
import type { EventSettings } from "@/lib/domain/event/settings";
import { slotsPerSecond } from "@/lib/domain/line/rates";
import { seatMsOf } from "@/lib/domain/line/seat";
import type { KeptEvent, UnknownSeats } from "@/lib/line/commands/create-run";
import { knownLineTime } from "@/lib/line/commands/known-time";
import { eventKey } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { databaseIdentity } from "./database-identity";

/** A line that was heard of went on for so long at most before the next try. */
const HEARD_MS = 2_000;
/** Processes remember so much of what they did; see `waiting-room/line/unconfirmed.ts`. */
const REMEMBERED_MS = 10_000;
/** A line in use goes on for so long at most after the checkpoint that is its last: one is made every five seconds. */
const UNKEPT_MS = 8_000;
/** In the place of a process: nobody can say who it was. */
const NOBODY = "-";

type Lost = {
  readonly settings: EventSettings;
  readonly run: Run;
  readonly copyAtMs?: number | null;
};

type Checkpoint = {
  /** Line time now, carried on by Postgres' own clock. */
  readonly nowMs: bigint;
  readonly lineTimeMs: bigint;
  readonly limits: string;
  readonly limitsVersion: number;
  readonly governor: string | null;
  readonly processIds: string[] | null;
  readonly storedThroughMs: bigint;
  /** So long after it nobody was let in: the line was at rest, and left out of rounds in which others were kept. */
  readonly restedMs: bigint;
  readonly database: string | null;
};

/**
 * What time a line has now: as Postgres' own clock goes on from the last checkpoint, and where there is none, that
 * clock itself.
 */
export async function readKeptLineTime(eventId: string): Promise<number> {
  return Number((await readCheckpoint(eventId))?.nowMs ?? (await readClock()));
}

/**
 * What Postgres knows of an event whose line Redis has lost whole, or since a line time (`copyAtMs`), and what the governor
 * remembered. In a database that was restored itself nobody knows what happened after its last checkpoint.
 */
export async function readKeptEvent(
  redis: Redis,
  { settings, run, copyAtMs = null }: Lost,
): Promise<{ readonly kept: KeptEvent; readonly governor: string | null }> {
  const held = await readCheckpoint(run.eventId);
  if (held === null) return { kept: await unkept(settings, run), governor: null };
  const heard = knownLineTime(redis, eventKey(settings, "line"));
  const nowMs = heard?.nowMs ?? Number(held.nowMs);
  const newest = await db().admission.aggregate({
    where: { run: { eventId: run.eventId } },
    _max: { admittedAt: true },
  });
  // The stream is moved in its order, so that all before the newest are stored.
  const fromMs = Math.max(
    Number(held.storedThroughMs + held.restedMs),
    newest._max.admittedAt?.getTime() ?? 0,
    copyAtMs ?? 0,
  );
  const keptAtMs = Math.max(Number(held.lineTimeMs + held.restedMs), copyAtMs ?? 0);
  const isRestored = held.database !== null && held.database !== (await databaseIdentity());
  const wentOnUntilMs = heard === null ? nowMs : heard.heardMs + HEARD_MS;
  const untilMs = Math.max(
    fromMs,
    // Of a copy the caller has just heard, and what it heard before is over.
    copyAtMs === null || isRestored ? wentOnUntilMs : Math.min(nowMs, keptAtMs + UNKEPT_MS),
  );
  const processIds = (held.processIds ?? []).filter((id) => id !== "");
  return {
    kept: {
      lineTimeMs: nowMs,
      limits: held.limits,
      limitsVersion: held.limitsVersion,
      limitsAtMs: Number(held.lineTimeMs),
      unknown: unknownSeats(settings, { fromMs, untilMs, processIds }),
      unknownMs: isRestored ? nowMs - keptAtMs : 0,
    },
    governor: held.governor,
  };
}

async function readCheckpoint(eventId: string): Promise<Checkpoint | null> {
  // A line at rest that came into use would have been kept within UNKEPT_MS of it.
  const [held] = await db().$queryRaw<Checkpoint[]>`
    SELECT held.*,
      "lineTimeMs" + (extract(epoch FROM clock_timestamp() - held."at") * 1000)::bigint AS "nowMs",
      CASE WHEN "storedThroughMs" >= "lineTimeMs" AND array_remove("processIds", '') = '{}'
      THEN greatest(0, (extract(epoch FROM round."at" - held."at") * 1000)::bigint - ${UNKEPT_MS})
      ELSE 0 END AS "restedMs"
    FROM "EventCheckpoint" AS held, LATERAL (
      SELECT max("at") AS "at" FROM "EventCheckpoint" AS other
      WHERE other."database" IS NOT DISTINCT FROM held."database"
    ) AS round
    WHERE "eventId" = ${eventId}`;
  return held ?? null;
}

/** In milliseconds. */
async function readClock(): Promise<number> {
  const [clock] = await db().$queryRaw<{ readonly nowMs: bigint }[]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs"`;
  return Number(clock?.nowMs ?? 0);
}

/** What decides how many come in, and for how long. */
type PacedVisits = Pick<
  EventSettings,
  "outflowPerMinute" | "safetyNetPerMinute" | "sessionMinutes" | "queueTokenValiditySeconds"
>;

type LostSpan = {
  /** Line time between which admissions are not stored. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly processIds: readonly string[];
};

/**
 * The most that may have been let in between what is stored and the loss. What is not older than processes
 * remember counts until they have answered, the rest until the visits have ended.
 */
export function unknownSeats(settings: PacedVisits, lost: LostSpan): UnknownSeats[] {
  const seatMs = seatMsOf(settings);
  const between = (fromMs: number, untilMs: number, processIds: readonly string[]) => {
    const seconds = 1 + (untilMs - fromMs) / 1_000;
    const byOutflow = Math.max(1, seconds * slotsPerSecond(settings.outflowPerMinute));
    // All that a safety net lets in within a minute may come in one second of it.
    const byNet = Math.ceil(seconds / 60) * (settings.safetyNetPerMinute ?? 0);
    const most = Math.ceil(Math.max(byOutflow, byNet));
    return { most, untilMs: untilMs + seatMs, processIds };
  };
  const { fromMs, untilMs, processIds } = lost;
  const rememberedMs = untilMs - REMEMBERED_MS;
  return [
    ...(fromMs < rememberedMs ? [between(fromMs, rememberedMs, [NOBODY])] : []),
    ...(processIds.length > 0
      ? [between(Math.max(fromMs, rememberedMs), untilMs, processIds)]
      : []),
  ];
}

/** Nothing was kept yet: all that the run may have let in so far counts. */
async function unkept(settings: EventSettings, run: Run): Promise<KeptEvent> {
  const nowMs = await readClock();
  const openedMs = run.lineCreatedAt?.getTime() ?? nowMs;
  const fromMs = Math.max(openedMs, nowMs - seatMsOf(settings));
  const lost = { fromMs, untilMs: nowMs + REMEMBERED_MS, processIds: [] };
  const unknown = run.lineCreatedAt === null ? [] : unknownSeats(settings, lost);
  return {
    lineTimeMs: nowMs,
    limits: "",
    limitsVersion: 0,
    limitsAtMs: 0,
    unknown,
    unknownMs: 0,
  };
}
