import { db } from "@/lib/db/client";
import { MINUTES_PER_ROW, NO_SAMPLE } from "@/lib/domain/figures/figures";

const MINUTE_MS = 60_000;
const MINUTES = 60;
const MINUTES_PER_POINT = 2;
/** What happened in the last minutes is on its way to Postgres. */
const ON_ITS_WAY = 4;

type HeldHour = {
  readonly eventId: string;
  readonly openedAt: Date;
  readonly hour: number | null;
  readonly counts: readonly number[] | null;
};

/** How many waited in the last hour at each open event, by its database id, in points of two minutes. */
export async function readWaitingSeries(
  customerId: string,
  nowMs: number,
): Promise<ReadonlyMap<string, readonly (number | null)[]>> {
  const lastMinute = Math.floor(nowMs / MINUTE_MS);
  const firstMinute = lastMinute - MINUTES + 1;
  const hours = await db().$queryRaw<HeldHour[]>`
    SELECT event."id" AS "eventId", run."openedAt", held."hour", held."counts"
    FROM "Event" AS event
    JOIN "Run" AS run ON run."eventId" = event."id" AND run."number" = event."currentRun"
    LEFT JOIN "HourFigure" AS held ON held."runId" = run."id" AND held."kind" = 'waiting'
      AND held."hour" >= ${Math.floor(firstMinute / MINUTES_PER_ROW)}::int
    WHERE event."customerId" = ${customerId} AND event."status" = 'open'`;
  const series = new Map<string, (number | null)[]>();
  for (const { eventId, openedAt, hour, counts } of hours) {
    const openedMinute = Math.floor(openedAt.getTime() / MINUTE_MS);
    const minutes = series.get(eventId) ?? emptyHour(firstMinute, openedMinute);
    series.set(eventId, minutes);
    counts?.forEach((count, position) => {
      const index = (hour ?? 0) * MINUTES_PER_ROW + position - firstMinute;
      if (count === NO_SAMPLE || index < 0 || index >= MINUTES) return;
      minutes[index] = (minutes[index] ?? 0) + count;
    });
  }
  return new Map([...series].map(([id, minutes]) => [id, points(minutes)]));
}

/** Nobody waited in a minute without a sample; before the run, and while it is on its way, nothing is known. */
function emptyHour(firstMinute: number, openedMinute: number): (number | null)[] {
  return Array.from({ length: MINUTES }, (_, index) =>
    firstMinute + index < openedMinute || index >= MINUTES - ON_ITS_WAY ? null : 0,
  );
}

function points(minutes: readonly (number | null)[]): readonly (number | null)[] {
  return Array.from({ length: MINUTES / MINUTES_PER_POINT }, (_, index) => {
    const held = minutes
      .slice(index * MINUTES_PER_POINT, (index + 1) * MINUTES_PER_POINT)
      .filter((value) => value !== null);
    return held.length === 0 ? null : Math.max(...held);
  });
}
