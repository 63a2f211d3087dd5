import { z } from "zod";
import { db } from "@/lib/db/client";
import {
  type FigureKind,
  isFigureKind,
  isSample,
  MINUTES_PER_ROW,
  SAMPLES,
} from "@/lib/domain/figures/figures";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";

const MINUTE_MS = 60_000;
const STEPS_MAX = 1_500;

export const listFiguresInput = eventIdInput
  .extend({
    /** ISO 8601. The step that it lies in comes first, whole. */
    from: z.iso.datetime({ offset: true }),
    /** The step that ends then or after it comes last, whole. */
    until: z.iso.datetime({ offset: true }),
    /** Minutes that are told as one; a divisor of a day keeps steps the same from one day to the next. */
    stepMinutes: z.number().int().min(1).max(1_440).default(1),
  })
  .refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
    path: ["until"],
    error: "The end must be after the start.",
  })
  .refine(
    ({ from, until, stepMinutes }) =>
      Date.parse(until) - Date.parse(from) <= STEPS_MAX * stepMinutes * MINUTE_MS,
    {
      path: ["stepMinutes"],
      error: `More than ${STEPS_MAX} steps. Use longer steps or a shorter period.`,
    },
  );

/**
 * What happened in one lane in one step. What is missing did not happen: a count is 0. `waiting` and `outflow` are
 * those at the end of the last minute that has them; missing, nobody waited or nobody could tell. `outflow` is that
 * of the event and stands in the first lane.
 */
export type LaneFigures = {
  readonly run: number;
  /** The lane's place in the event's settings, from 0. */
  readonly lane: number;
  readonly figures: Partial<Readonly<Record<FigureKind, number>>>;
};

export type FigureStep = {
  /** Its first moment, ISO 8601, UTC. */
  readonly from: string;
  readonly lanes: readonly LaneFigures[];
};

type Row = {
  readonly step: number;
  readonly run: number;
  readonly lane: number;
  readonly kind: string;
  readonly total: number;
  readonly newest: number;
};

/**
 * The figures of an event between two moments of line time, oldest first. Steps without any are left out. Reads
 * Postgres alone: what happened in the last seconds is on its way there.
 */
export const listFigures = defineVerb(
  "event:read",
  listFiguresInput,
  async (context, { eventId, from, until, stepMinutes }) => {
    const event = await getEventOfCustomer(db(), context, eventId);
    return readSteps(event, { fromMs: Date.parse(from), untilMs: Date.parse(until), stepMinutes });
  },
);

/** The same of an event that was found for its customer, with the moments in milliseconds since 1970. */
export async function readSteps(
  event: { readonly id: string },
  asked: { readonly fromMs: number; readonly untilMs: number; readonly stepMinutes: number },
): Promise<readonly FigureStep[]> {
  const { fromMs, untilMs, stepMinutes } = asked;
  const stepMs = stepMinutes * MINUTE_MS;
  const minutes = {
    first: Math.floor(fromMs / stepMs) * stepMinutes,
    end: Math.ceil(untilMs / stepMs) * stepMinutes,
  };
  const rows = await db().$queryRaw<Row[]>`
    SELECT one."minute" / ${stepMinutes}::int AS "step", run."number" AS "run", held."lane"::int AS "lane",
      held."kind", sum(one."value")::int AS "total",
      (array_agg(one."value" ORDER BY one."minute" DESC, one."value" DESC))[1] AS "newest"
    FROM "Run" AS run
    JOIN "HourFigure" AS held ON held."runId" = run."id"
    CROSS JOIN LATERAL (
      SELECT held."hour" * ${MINUTES_PER_ROW}::int + "position"::int - 1 AS "minute", "value"
      FROM unnest(held."counts") WITH ORDINALITY AS minute("value", "position")
      WHERE "value" >= CASE WHEN held."kind" = ANY (${[...SAMPLES]}) THEN 0 ELSE 1 END
    ) AS one
    WHERE run."eventId" = ${event.id}
      AND held."hour" BETWEEN ${Math.floor(minutes.first / MINUTES_PER_ROW)}::int
        AND ${Math.floor(minutes.end / MINUTES_PER_ROW)}::int
      AND one."minute" >= ${minutes.first}::int AND one."minute" < ${minutes.end}::int
    GROUP BY 1, 2, 3, 4
    ORDER BY 1, 2, 3, 4`;
  return stepsOf(rows, stepMinutes);
}

function stepsOf(rows: readonly Row[], stepMinutes: number): FigureStep[] {
  const steps = new Map<number, Map<string, LaneFigures>>();
  for (const { step, run, lane, kind, total, newest } of rows) {
    if (!isFigureKind(kind)) continue;
    const lanes = steps.get(step) ?? new Map<string, LaneFigures>();
    steps.set(step, lanes);
    const name = `${run} ${lane}`;
    const held = lanes.get(name) ?? { run, lane, figures: {} };
    const figures = { ...held.figures, [kind]: isSample(kind) ? newest : total };
    lanes.set(name, { ...held, figures });
  }
  return [...steps].map(([step, lanes]) => ({
    from: new Date(step * stepMinutes * MINUTE_MS).toISOString(),
    lanes: [...lanes.values()],
  }));
}
