import { db } from "@/lib/db/client";
import type { RecentChallenges } from "@/lib/domain/domain-event/line-changes";
import { MINUTES_PER_ROW } from "@/lib/domain/figures/figures";

const MINUTE_MS = 60_000;
const MINUTES = 5;

/**
 * How many arrivals of the last five minutes got a challenge, by the database ids of events, as far as it is stored. Events
 * where nobody did are left out.
 */
export async function recentChallenges(
  nowMs: number,
): Promise<ReadonlyMap<string, RecentChallenges>> {
  const end = Math.floor(nowMs / MINUTE_MS) + 1;
  const first = end - MINUTES;
  const rows = await db().$queryRaw<
    { readonly eventId: string; readonly arrivals: number; readonly challenged: number }[]
  >`
    SELECT run."eventId", coalesce(sum("value") FILTER (WHERE held."kind" = 'arrivals'), 0)::int AS "arrivals",
      coalesce(sum("value") FILTER (WHERE held."kind" = 'challenged'), 0)::int AS "challenged"
    FROM "HourFigure" AS held JOIN "Run" AS run ON run."id" = held."runId"
    CROSS JOIN LATERAL unnest(held."counts") WITH ORDINALITY AS minute("value", "position")
    WHERE held."hour" BETWEEN ${Math.floor(first / MINUTES_PER_ROW)}::int AND ${Math.floor(end / MINUTES_PER_ROW)}::int
      AND held."kind" IN ('arrivals', 'challenged')
      AND held."hour" * ${MINUTES_PER_ROW}::int + "position"::int - 1 >= ${first}::int AND "value" > 0
    GROUP BY 1 HAVING sum("value") FILTER (WHERE held."kind" = 'challenged') > 0`;
  return new Map(rows.map(({ eventId, ...counts }) => [eventId, counts]));
}
