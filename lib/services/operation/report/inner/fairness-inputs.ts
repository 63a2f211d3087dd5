import { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { type FairnessInputs, type FairnessLane, MINUTE_MS } from "@/lib/domain/fairness/figures";
import { outflowInForce } from "@/lib/domain/fairness/outflow-in-force";
import { MINUTES_PER_ROW } from "@/lib/domain/figures/figures";
import { settingsOf } from "@/lib/services/ground/setting-columns";

/** What of a run and its event the count of its fairness wants. */
export type CountedRun = {
  readonly id: string;
  readonly openedAt: Date;
  readonly event: Pick<Event, "id" | "kind" | "startAt" | "settings">;
};

type MinuteRow = { readonly lane: number; readonly minute: number; readonly value: number };

/**
 * What the count of a run's fairness wants besides its admissions: the outflow and the joins by minute, and the numbers that
 * nobody holds, up to a moment. Reads Postgres alone.
 */
export async function readFairnessInputs(
  database: Db,
  run: CountedRun,
  throughMs: number,
): Promise<FairnessInputs> {
  const lastMinute = Math.floor(throughMs / MINUTE_MS);
  return {
    startMs: startOf(run),
    ...(await readOutflow(database, run, lastMinute)),
    safetyNetPerMinute: settingsOf(run.event, "safetyNetPerMinute").safetyNetPerMinute ?? 0,
    lanes: await readLanes(database, run.id, lastMinute),
  };
}

/** Nobody is let in before the start; a start that was moved past the run says nothing of it. */
function startOf({ openedAt, event }: CountedRun): number {
  const isOfRun = event.kind === "scheduled" && event.startAt !== null && event.startAt >= openedAt;
  return (isOfRun && event.startAt !== null ? event.startAt : openedAt).getTime();
}

/** By the minute where it changes, and to the moment: what was sampled at the ends of minutes, and what was set in between. */
async function readOutflow(
  database: Db,
  { id, openedAt, event }: CountedRun,
  lastMinute: number,
): Promise<Pick<FairnessInputs, "outflow" | "inForce">> {
  const rows = await readMinutes(database, id, { kind: "outflow", lastMinute });
  const entries = await database.auditEntry.findMany({
    where: {
      ...{ subject: event.id, verb: "event.set-outflow" },
      at: { gte: openedAt, lt: new Date((lastMinute + 1) * MINUTE_MS) },
    },
    orderBy: { at: "asc" },
    select: { at: true, details: true },
  });
  const changes = entries.flatMap(({ at, details }) => {
    const { success, data } = outflowDetails.safeParse(details);
    return success ? [{ atMs: at.getTime(), ...data }] : [];
  });
  const sampled = rows.map(({ minute, value }): [number, number] => [minute, value]);
  const byMinute = new Map(sampled);
  for (const { atMs, to } of changes) {
    const minute = Math.floor(atMs / MINUTE_MS);
    byMinute.set(minute, Math.max(to, byMinute.get(minute) ?? 0));
  }
  const rising = [...byMinute].sort(([a], [b]) => a - b);
  return {
    outflow: rising.filter(([, value], index) => value !== rising[index - 1]?.[1]),
    inForce: outflowInForce(sampled, changes),
  };
}

const outflowDetails = z.object({ from: z.number(), to: z.number() });

async function readLanes(
  database: Db,
  runId: string,
  lastMinute: number,
): Promise<readonly FairnessLane[]> {
  const joins = await readMinutes(database, runId, { kind: "joins", lastMinute });
  const checkpoints = await database.laneCheckpoint.findMany({ where: { runId } });
  const holes = new Map(checkpoints.map(({ lane, holes: text }) => [lane, holesOf(text ?? "")]));
  const lanes = [...new Set(joins.map(({ lane }) => lane))];
  return lanes.map((lane) => ({
    lane,
    joins: joins.filter((one) => one.lane === lane).map(({ minute, value }) => [minute, value]),
    holes: holes.get(lane) ?? [],
  }));
}

function holesOf(text: string): FairnessLane["holes"] {
  const ranges = [...text.matchAll(/\d+:(\d+):(\d+);/g)];
  return ranges.map(([, last, mark]): [number, number] => [Number(mark) + 1, Number(last)]);
}

/** The values of one kind by lane and minute, rising. The parts of an hour add up; a sample is there once. */
function readMinutes(
  database: Db,
  runId: string,
  { kind, lastMinute }: { readonly kind: "joins" | "outflow"; readonly lastMinute: number },
): Promise<MinuteRow[]> {
  const least = kind === "outflow" ? 0 : 1;
  return database.$queryRaw<MinuteRow[]>`
    SELECT one."lane", one."minute", sum(one."value")::int AS "value" FROM (
      SELECT held."lane"::int AS "lane", "value",
        held."hour" * ${MINUTES_PER_ROW}::int + "position"::int - 1 AS "minute"
      FROM "HourFigure" AS held
      CROSS JOIN LATERAL unnest(held."counts") WITH ORDINALITY AS minute("value", "position")
      WHERE held."runId" = ${runId} AND held."kind" = ${kind} AND "value" >= ${least}
    ) AS one
    WHERE one."minute" <= ${lastMinute}
    GROUP BY 1, 2 ORDER BY 1, 2`;
}
