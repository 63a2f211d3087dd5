import { randomBytes } from "node:crypto";
import { db } from "@/lib/db/client";
import type { FigureKind } from "@/lib/domain/figures/figures";
import { newId } from "@/lib/platform/ids";
import { storeFigures } from "@/lib/services/operation/figures/store";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** It began three days ago, at seven in the evening by UTC. */
const DAYS_AGO = 3;
const STARTS_AT_HOUR = 19;
const MINUTES = 75;
const PEAK_PER_MINUTE = 900;
const FADES_IN_MINUTES = 12;
const OUTFLOW_PER_MINUTE = 240;
const NO_SHOWS = 0.04;

/** Stores a run that is over: a rush that fades, let in at an even outflow, with its admissions and figures by minute. */
export async function fillPastRun(wireId: string): Promise<void> {
  const event = await db().event.findFirstOrThrow({ where: { wireId } });
  const openedAtMs =
    Math.floor(Date.now() / (24 * HOUR_MS) - DAYS_AGO) * 24 * HOUR_MS + STARTS_AT_HOUR * HOUR_MS;
  const { id: runId } = await db().run.create({
    data: {
      ...{ id: newId("run"), eventId: event.id, number: 1 },
      openedAt: new Date(openedAtMs),
      lineCreatedAt: new Date(openedAtMs),
      endedAt: new Date(openedAtMs + MINUTES * MINUTE_MS),
    },
  });
  await db().event.update({ where: { id: event.id }, data: { status: "stopped", currentRun: 1 } });
  const minutes = playMinutes();
  const figures = minutes.flatMap((ofMinute, index) =>
    ofMinute.map(([kind, value]) => {
      const minute = openedAtMs / MINUTE_MS + index;
      return { runId, lane: 0, part: 0, minute, kind, value };
    }),
  );
  await storeFigures(db(), figures, "highest");
  const admittedAt = minutes.flatMap((ofMinute, minute) => {
    const count = new Map(ofMinute).get("admitted-queue") ?? 0;
    const startMs = openedAtMs + minute * MINUTE_MS;
    return Array.from({ length: count }, (_, index) => startMs + (index / count) * MINUTE_MS);
  });
  const data = admittedAt.map((atMs, index) => ({
    ...{ runId, queueNumber: index + 1, redirectType: "queue" },
    queueId: randomBytes(16).toString("hex"),
    admittedAt: new Date(atMs),
  }));
  await db().admission.createMany({ data });
}

function playMinutes(): (readonly [FigureKind, number])[][] {
  let waiting = 0;
  return Array.from({ length: MINUTES }, (_, minute) => {
    const joins = Math.round(PEAK_PER_MINUTE * Math.exp(-minute / FADES_IN_MINUTES));
    const called = Math.min(waiting + joins, OUTFLOW_PER_MINUTE);
    const noShows = Math.round(called * NO_SHOWS);
    waiting += joins - called;
    return [
      ["arrivals", Math.round(joins * 1.3)],
      ["joins", joins],
      ["waiting", waiting],
      ["outflow", OUTFLOW_PER_MINUTE],
      ["no-shows", noShows],
      ["admitted-queue", called - noShows],
      ["refused-code", minute % 9 === 4 ? 3 : 0],
    ];
  });
}
