import { db } from "@/lib/db/client";
import { MINUTES_PER_ROW, SAMPLES } from "@/lib/domain/figures/figures";
import { type RealRun, WHAT_IF_LIMITS } from "@/lib/domain/rehearsal/what-if";
import { readRunTotals } from "@/lib/services/operation/report/run-totals";

const READ = ["joins", "no-shows", "waiting", "admitted-queue", "admitted-safetynet"] as const;
type ReadKind = (typeof READ)[number];

/** A run has begun with the first minute of these. */
const BEGINS = ["joins", "waiting"] as const satisfies readonly ReadKind[];
/** Hours that have all minutes of the longest arrivals, wherever in the first of them a run begins. */
const HOURS_MORE = WHAT_IF_LIMITS.minutes / MINUTES_PER_ROW;

type Row = {
  readonly kind: string;
  readonly minute: number;
  readonly value: number;
  readonly lastHour: number;
};

/**
 * What a run of an event was, minute by minute; null where nothing is stored of it. It ends with its first two days, and
 * no more is read of it, however long it was.
 */
export async function readRealRun(event: {
  readonly id: string;
  readonly name: string;
  readonly run: number;
}): Promise<RealRun | null> {
  const [rows, run] = await Promise.all([
    readRows(event),
    db().run.findFirst({ where: { eventId: event.id, number: event.run } }),
  ]);
  const [first] = rows.filter(({ kind }) => BEGINS.some((one) => one === kind));
  if (first === undefined || run === null) return null;
  const inTime = rows.filter(({ minute }) => minute - first.minute < WHAT_IF_LIMITS.minutes);
  const firstHour = Math.floor(first.minute / MINUTES_PER_ROW);
  const of = (kind: ReadKind) => inTime.filter((row) => row.kind === kind);
  const sum = (kind: ReadKind) => of(kind).reduce((total, { value }) => total + value, 0);
  const lastMinute = inTime.at(-1)?.minute ?? first.minute;
  const perMinute = (kind: ReadKind) => {
    const values = new Map(of(kind).map(({ minute, value }) => [minute, value]));
    const minutes = lastMinute - first.minute + 1;
    return Array.from({ length: minutes }, (_, index) => values.get(first.minute + index) ?? 0);
  };
  const waitingPerMinute = perMinute("waiting");
  const lastWaiting = waitingPerMinute.findLastIndex((value) => value > 0);
  return {
    eventName: event.name,
    run: event.run,
    openedAt: run.openedAt.toISOString(),
    end: run.endedAt === null ? null : { leftWaiting: await leftWaiting(run.id, waitingPerMinute) },
    joins: sum("joins"),
    admitted: sum("admitted-queue") + sum("admitted-safetynet"),
    noShows: sum("no-shows"),
    peakWaiting: Math.max(0, ...waitingPerMinute),
    clearedMinute: lastWaiting < 0 ? null : lastWaiting + 1,
    joinsPerMinute: perMinute("joins"),
    waitingPerMinute,
    isCut: inTime.length < rows.length || first.lastHour > firstHour + HOURS_MORE,
  };
}

/** Who still waited when a run was over; those of a run that was stopped by hand, mostly. */
async function leftWaiting(runId: string, perMinute: readonly number[]): Promise<number> {
  const totals = await readRunTotals(db(), runId);
  // Earlier versions did not note it.
  return totals["waiting-at-end"] ?? perMinute.at(-1) ?? 0;
}

/** What is counted adds up over lanes, and over the parts between two losses; of a part who waits is told again. */
async function readRows({ id, run }: { readonly id: string; readonly run: number }) {
  return db().$queryRaw<Row[]>`
    WITH held AS (
      SELECT figure."kind", figure."lane", figure."hour", figure."counts"
      FROM "Run" AS run JOIN "HourFigure" AS figure ON figure."runId" = run."id"
      WHERE run."eventId" = ${id} AND run."number" = ${run}
        AND figure."kind" = ANY (${[...READ]}) AND 0 < ANY (figure."counts")
    ), span AS (
      SELECT min("hour") AS "first", max("hour") AS "last" FROM held WHERE "kind" = ANY (${[...BEGINS]})
    ), minutes AS (
      SELECT "kind", "lane", "hour" * ${MINUTES_PER_ROW}::int + "position"::int - 1 AS "minute",
        CASE WHEN "kind" = ANY (${[...SAMPLES]}) THEN max("value") ELSE sum("value") END AS "value"
      FROM held CROSS JOIN LATERAL unnest("counts") WITH ORDINALITY AS one("value", "position")
      WHERE "value" > 0 AND "hour" <= (SELECT "first" FROM span) + ${HOURS_MORE}::int
      GROUP BY 1, 2, 3
    )
    SELECT "kind", "minute", sum("value")::int AS "value", (SELECT "last" FROM span) AS "lastHour"
    FROM minutes GROUP BY 1, 2 ORDER BY 2`;
}

/** The newest run of an event of which anything is stored, `before` one if that is said. */
export async function lastRealRun(event: {
  readonly id: string;
  readonly name: string;
  readonly before?: number;
}): Promise<RealRun | null> {
  const { id, before } = event;
  const earlier = before === undefined ? {} : { number: { lt: before } };
  const last = await db().run.findFirst({
    where: { eventId: id, figures: { some: {} }, ...earlier },
    orderBy: { number: "desc" },
    select: { number: true },
  });
  return last === null ? null : readRealRun({ ...event, run: last.number });
}
