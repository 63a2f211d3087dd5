import { db } from "@/lib/db/client";
import { MINUTES_PER_ROW } from "@/lib/domain/figures/figures";
import { type RealRun, WHAT_IF_LIMITS } from "@/lib/domain/rehearsal/what-if";

const MINUTE_MS = 60_000;
const READ = ["joins", "no-shows", "waiting", "admitted-queue", "admitted-safetynet"] as const;
type ReadKind = (typeof READ)[number];

type Row = { readonly kind: string; readonly minute: number; readonly value: number };

/** What a run of an event was, minute by minute; null where nothing is stored of it. It ends with its first two days. */
export async function readRealRun(event: {
  readonly id: string;
  readonly name: string;
  readonly run: number;
}): Promise<RealRun | null> {
  const rows = await db().$queryRaw<Row[]>`
    SELECT held."kind", held."hour" * ${MINUTES_PER_ROW}::int + "position"::int - 1 AS "minute", sum("value")::int AS "value"
    FROM "Run" AS run JOIN "HourFigure" AS held ON held."runId" = run."id"
    CROSS JOIN LATERAL unnest(held."counts") WITH ORDINALITY AS one("value", "position")
    WHERE run."eventId" = ${event.id} AND run."number" = ${event.run}
      AND held."kind" = ANY (${[...READ]}) AND "value" > 0
    GROUP BY 1, 2 ORDER BY 2`;
  const [first] = rows.filter(({ kind }) => kind === "joins" || kind === "waiting");
  if (first === undefined) return null;
  const inTime = rows.filter(({ minute }) => minute - first.minute < WHAT_IF_LIMITS.minutes);
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
    from: new Date(first.minute * MINUTE_MS).toISOString(),
    joins: sum("joins"),
    admitted: sum("admitted-queue") + sum("admitted-safetynet"),
    noShows: sum("no-shows"),
    peakWaiting: Math.max(0, ...waitingPerMinute),
    clearedMinute: lastWaiting < 0 ? null : lastWaiting + 1,
    joinsPerMinute: perMinute("joins"),
    waitingPerMinute,
  };
}

/** The newest run of an event of which anything is stored. */
export async function lastRealRun(event: {
  readonly id: string;
  readonly name: string;
}): Promise<RealRun | null> {
  const last = await db().run.findFirst({
    where: { eventId: event.id, figures: { some: {} } },
    orderBy: { number: "desc" },
    select: { number: true },
  });
  return last === null ? null : readRealRun({ ...event, run: last.number });
}
