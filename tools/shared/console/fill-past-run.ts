import { randomBytes } from "node:crypto";
import { db } from "@/lib/db/client";
import type { FigureKind } from "@/lib/domain/figures/figures";
import { MINUTES_PER_ROW } from "@/lib/domain/figures/figures";
import { newId } from "@/lib/platform/ids";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** It began three days ago, at seven in the evening by UTC. */
const DAYS_AGO = 3;
const STARTS_AT_HOUR = 19;
const MINUTES = 75;
const PEAK_PER_MINUTE = 900;
/** How fast a rush fades. */
const FADES_IN_MINUTES = 12;
const OUTFLOW_PER_MINUTE = 240;
const NO_SHOWS = 0.04;

type Minute = Readonly<Partial<Record<FigureKind, number>>>;

/**
 * Stores a run of the event that is over: a rush that fades, let in at an even outflow, with each admission and each
 * minute's figures. Answers the run's database id.
 */
export async function fillPastRun(wireId: string): Promise<string> {
  const event = await db().event.findFirstOrThrow({ where: { wireId } });
  const openedAtMs =
    Math.floor(Date.now() / (24 * HOUR_MS) - DAYS_AGO) * 24 * HOUR_MS + STARTS_AT_HOUR * HOUR_MS;
  const run = await db().run.create({
    data: {
      ...{ id: newId("run"), eventId: event.id, number: 1 },
      openedAt: new Date(openedAtMs),
      lineCreatedAt: new Date(openedAtMs),
      endedAt: new Date(openedAtMs + MINUTES * MINUTE_MS),
    },
  });
  await db().event.update({ where: { id: event.id }, data: { status: "stopped", currentRun: 1 } });
  const minutes = playMinutes();
  await db().hourFigure.createMany({ data: rowsOf(run.id, openedAtMs / MINUTE_MS, minutes) });
  await storeAdmissions(run.id, openedAtMs, minutes);
  return run.id;
}

function playMinutes(): readonly Minute[] {
  const minutes: Minute[] = [];
  let waiting = 0;
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const joins = Math.round(PEAK_PER_MINUTE * Math.exp(-minute / FADES_IN_MINUTES));
    const called = Math.min(waiting + joins, OUTFLOW_PER_MINUTE);
    const noShows = Math.round(called * NO_SHOWS);
    waiting += joins - called;
    minutes.push({
      ...{ arrivals: Math.round(joins * 1.3), joins, waiting, outflow: OUTFLOW_PER_MINUTE },
      ...{ "no-shows": noShows, "admitted-queue": called - noShows },
      "refused-code": minute % 9 === 4 ? 3 : 0,
    });
  }
  return minutes;
}

function rowsOf(runId: string, firstMinute: number, minutes: readonly Minute[]) {
  const rows = new Map<string, { hour: number; kind: string; counts: number[] }>();
  for (const [index, figures] of minutes.entries()) {
    const minute = firstMinute + index;
    const hour = Math.floor(minute / MINUTES_PER_ROW);
    for (const [kind, value] of Object.entries(figures)) {
      const key = `${hour} ${kind}`;
      const row = rows.get(key) ?? { hour, kind, counts: Array(MINUTES_PER_ROW).fill(0) };
      row.counts[minute % MINUTES_PER_ROW] = value;
      rows.set(key, row);
    }
  }
  return [...rows.values()].map((row) => ({ ...row, runId, lane: 0, part: 0 }));
}

async function storeAdmissions(
  runId: string,
  openedAtMs: number,
  minutes: readonly Minute[],
): Promise<void> {
  let queueNumber = 0;
  const data = minutes.flatMap((figures, minute) => {
    const count = figures["admitted-queue"] ?? 0;
    return Array.from({ length: count }, (_, index) => ({
      ...{ runId, queueNumber: ++queueNumber, redirectType: "queue" },
      queueId: randomBytes(16).toString("hex"),
      admittedAt: new Date(openedAtMs + (minute + index / count) * MINUTE_MS),
    }));
  });
  await db().admission.createMany({ data });
}
