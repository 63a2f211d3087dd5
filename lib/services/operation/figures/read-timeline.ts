import { z } from "zod";
import { db } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { countedNumber } from "@/lib/domain/fields";
import { FIGURE_KINDS, MINUTES_PER_ROW, SAMPLES } from "@/lib/domain/figures/figures";
import {
  frameBetween,
  frameOf,
  pointsOf,
  TIMELINE_RANGES,
  type TimelineFrame,
  type TimelinePoint,
  type TimelineRange,
  type TimelineRow,
} from "@/lib/domain/figures/timeline";
import { type CountedFigure, readMinutes } from "@/lib/line/commands/minutes";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { eventIdField } from "@/lib/services/event/settings/inputs";
import { linesOfRun } from "@/lib/services/event/settings/lines-of-run";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { notFound } from "@/lib/services/ground/errors";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { readMarks, type TimelineMark } from "./inner/timeline-marks";

export type { TimelineMark } from "./inner/timeline-marks";

export const readTimelineInput = z
  .strictObject({
    eventId: eventIdField,
    /** The number of a run; without it whatever ran in that time. */
    run: z.coerce.number().pipe(countedNumber(1)).optional(),
    range: z.enum(TIMELINE_RANGES).default("hour"),
    /** Instead of a range: what lies between two moments of line time, ISO 8601. */
    from: z.iso.datetime({ offset: true }).optional(),
    until: z.iso.datetime({ offset: true }).optional(),
    /** The lane's place in the settings of the run, from 0; without it all lanes together. */
    lane: z.coerce.number().int().min(0).max(99).optional(),
  })
  .refine(
    ({ from, until }) =>
      from === undefined ? until === undefined : Date.parse(from) < Date.parse(until ?? from),
    { path: ["until"], error: "Provide a start and an end, with the end after the start." },
  );

export type TimelineRun = {
  readonly run: number;
  /** ISO 8601, UTC. */
  readonly openedAt: string;
  readonly endedAt: string | null;
};

/** What happened at an event, in steps. Plain data, and never more than about 300 points. */
export type Timeline = {
  readonly eventId: string;
  readonly name: string;
  readonly timeZone: string;
  /** The newest runs, newest first. */
  readonly runs: readonly TimelineRun[];
  /** The run that it is about; null: whatever ran in that time. */
  readonly run: number | null;
  readonly range: TimelineRange | "between";
  readonly fromMs: number;
  readonly untilMs: number;
  readonly stepMinutes: number;
  readonly lanes: readonly string[];
  readonly lane: number | null;
  readonly points: readonly TimelinePoint[];
  readonly marks: readonly TimelineMark[];
  /** There were more, and these are the newest. */
  readonly hasMoreMarks: boolean;
};

const MINUTE_MS = 60_000;
const RUNS_SHOWN = 50;

/**
 * The timeline of an event: what is stored by minute, and of the last minutes what its line still holds. It has one
 * point for each step, in as long steps as it takes for about 300 of them. A step without anything stored is a gap.
 * With Redis away it tells what is stored. Throws `not_found` for a run that the event never had.
 */
export const readTimeline = defineVerb(
  "event:read",
  readTimelineInput,
  async (context, { eventId, run, range, from, until, lane = null }): Promise<Timeline> => {
    const event = await getEventOfCustomer(db(), context, eventId);
    const [runs, about] = await Promise.all([listRuns(event), findRun(event, run)]);
    const isBetween = from !== undefined && until !== undefined;
    const frame = isBetween
      ? frameBetween(Date.parse(from), Date.parse(until))
      : frameOf(range, about, Date.now());
    const span = { fromMs: frame.firstMinute * MINUTE_MS, untilMs: frame.endMinute * MINUTE_MS };
    const recent = about.endedAtMs === null ? await readRecent(context, event, frame) : [];
    const [rows, marks] = await Promise.all([
      readRows(event, { frame, run: run ?? null, lane, recent }),
      readMarks(context, event, span),
    ]);
    const settings = settingsOf(event, "lanes", "timeZone");
    const lanes = run === undefined ? settings.lanes : linesOfRun(event, about.row);
    return {
      eventId,
      name: event.name,
      timeZone: settings.timeZone,
      runs,
      run: run ?? null,
      range: isBetween ? "between" : range,
      ...span,
      stepMinutes: frame.stepMinutes,
      lanes: lanes.lanes.map(({ name }) => name),
      lane,
      points: pointsOf(frame, rows, { lane, lanes }),
      ...marks,
    };
  },
);

async function listRuns(event: Event): Promise<TimelineRun[]> {
  const runs = await db().run.findMany({
    where: { eventId: event.id },
    orderBy: { number: "desc" },
    take: RUNS_SHOWN,
  });
  return runs.map(({ number, openedAt, endedAt }) => ({
    run: number,
    openedAt: openedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }));
}

/** When the run was. Without a number that of now, and the last minutes of an event that is not open. */
async function findRun(event: Event, number: number | undefined) {
  const run = await db().run.findUnique({
    where: { eventId_number: { eventId: event.id, number: number ?? event.currentRun } },
  });
  if (run === null) {
    if (number !== undefined) throw notFound("run");
    return { row: null, openedAtMs: event.createdAt.getTime(), endedAtMs: null };
  }
  const endedAtMs = run.endedAt?.getTime() ?? null;
  return { row: run, openedAtMs: run.openedAt.getTime(), endedAtMs };
}

/** What the line has counted and nobody has made it forget; nothing while Redis is away. */
async function readRecent(
  context: ServiceContext,
  event: Event,
  { firstMinute, endMinute }: TimelineFrame,
): Promise<readonly CountedFigure[]> {
  const line = eventRef(event, context.customer);
  const held = await readFromLine((redis) => readMinutes(redis, line)).catch(() => null);
  const isInside = ({ minute }: CountedFigure) => minute >= firstMinute && minute < endMinute;
  return held?.figures.filter(isInside) ?? [];
}

type RowsAsked = {
  readonly frame: TimelineFrame;
  readonly run: number | null;
  readonly lane: number | null;
  readonly recent: readonly CountedFigure[];
};

/** One statement, whatever the length: the database sums minutes to steps, and counts what is in both places once. */
async function readRows(event: Event, asked: RowsAsked): Promise<TimelineRow[]> {
  const { frame, run, lane, recent } = asked;
  const { firstMinute, endMinute, stepMinutes } = frame;
  const samples = [...SAMPLES];
  return db().$queryRaw<TimelineRow[]>`
    WITH held AS (
      SELECT run."number" AS "run", figure."lane"::int AS "lane", figure."part", figure."kind",
        figure."hour" * ${MINUTES_PER_ROW}::int + one."position"::int - 1 AS "minute", one."value"
      FROM "Run" AS run
      JOIN "HourFigure" AS figure ON figure."runId" = run."id"
      CROSS JOIN LATERAL unnest(figure."counts") WITH ORDINALITY AS one("value", "position")
      WHERE run."eventId" = ${event.id} AND (${run}::int IS NULL OR run."number" = ${run}::int)
        -- Of one lane: where that was another one, it is none of its figures.
        AND (${lane}::int IS NULL OR ${run}::int IS NOT NULL OR run."lanes" IS NULL)
        AND figure."kind" = ANY (${[...FIGURE_KINDS]})
        AND figure."hour" BETWEEN ${Math.floor(firstMinute / MINUTES_PER_ROW)}::int
          AND ${Math.floor(endMinute / MINUTES_PER_ROW)}::int
      UNION ALL
      SELECT * FROM unnest(
        ${recent.map((one) => one.runId)}::int[], ${recent.map((one) => one.lane)}::int[],
        ${recent.map((one) => one.part)}::int[], ${recent.map((one) => String(one.kind))}::text[],
        ${recent.map((one) => one.minute)}::int[], ${recent.map((one) => one.value)}::int[]
      ) AS recent("run", "lane", "part", "kind", "minute", "value")
      WHERE (${run}::int IS NULL OR "run" = ${run}::int) AND "kind" = ANY (${[...FIGURE_KINDS]})
    ), once AS (
      SELECT "lane", "kind", "minute", max("value") AS "value"
      FROM held
      WHERE "minute" >= ${firstMinute}::int AND "minute" < ${endMinute}::int
        AND "value" >= CASE WHEN "kind" = ANY (${samples}) THEN 0 ELSE 1 END
      GROUP BY "run", "part", "lane", "kind", "minute"
    ), minutes AS (
      SELECT "minute" / ${stepMinutes}::int AS "step", "minute", "lane", "kind",
        CASE WHEN "kind" = ANY (${samples}) THEN max("value") ELSE sum("value") END AS "value"
      FROM once GROUP BY "minute", "lane", "kind"
    ), fullest AS (
      SELECT DISTINCT ON ("step") "step", "minute"
      FROM (
        SELECT "step", "minute", sum("value") AS "people"
        FROM minutes WHERE "kind" = 'waiting' GROUP BY "step", "minute"
      ) AS people
      ORDER BY "step", "people" DESC, "minute" DESC
    )
    SELECT "step", "lane", "kind", CASE WHEN "kind" = ANY (${samples})
        THEN max("value") FILTER (WHERE minutes."minute" = fullest."minute")
        ELSE sum("value") END::int AS "value"
    FROM minutes LEFT JOIN fullest USING ("step")
    GROUP BY "step", "lane", "kind"
    HAVING "kind" <> ALL (${samples}) OR bool_or(minutes."minute" = fullest."minute")
    ORDER BY 1, 2, 3`;
}
