import type { Redis } from "ioredis";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { seatMsOf } from "@/lib/domain/line/seat";
import { type KnownAdmission, restoreAdmissions } from "@/lib/line/commands/create-run";
import { tickEvent } from "@/lib/line/commands/tick";
import { restoreCodeUses, writeMissingAccessCodes } from "@/lib/services/access-code/write-codes";
import { EVENT_OWNER, toEventSettings } from "@/lib/services/event/to-settings";

/** The outbox topic under which a restoration is kept until it is done. */
export const RESTORATION_TOPIC = "spent";

/** A copy may lack what happened shortly before its last noted time. */
const BEFORE_COPY_MS = 60_000;
/** How many admissions one call to the line may carry. */
const BATCH = 1_000;
/** Admissions that took a number of the line; others have none, nor a seat. */
const TYPES_WITH_NUMBER = ["queue", "safetynet"];

/** Notes in the outbox that a run's admissions have to be written to Redis again, once. */
export async function enqueueRestoration(runId: string): Promise<void> {
  const pending = { topic: RESTORATION_TOPIC, subjectId: runId, relayedAt: null };
  if ((await db().outboxEntry.count({ where: pending })) > 0) return;
  const run = await db().run.findUniqueOrThrow({
    where: { id: runId },
    select: { event: { select: { customerId: true } } },
  });
  await db().outboxEntry.create({
    data: { customerId: run.event.customerId, topic: RESTORATION_TOPIC, subjectId: runId },
  });
}

/**
 * Writes to Redis who was admitted, as far as Postgres knows, and what access codes were used for, to the line of an
 * event that was lost whole; where it came back from an old copy, what came after that. Until this is done nobody joins
 * or is let in. Those of older runs who may still be on the site get their seats. It may be repeated. Throws where the
 * line is not there yet.
 */
export async function restoreLostLine(redis: Redis, runId: string): Promise<void> {
  const line = await lineOf(runId);
  if (line === null) return;
  const tick = await tickEvent(redis, line.settings);
  if (tick.status === "LOST") throw new Error("The line to restore is not there yet.");
  const { copyAtMs, lineTimeMs } = tick.state;
  const unknownSince = copyAtMs === null ? 0 : copyAtMs - BEFORE_COPY_MS;
  const visitsSince = Math.max(unknownSince, lineTimeMs - seatMsOf(line.settings));
  await restoreEach(redis, line, {
    run: { eventId: line.eventId, number: { lt: line.settings.runId } },
    admittedAt: { gte: new Date(visitsSince) },
  });
  await restoreEach(redis, line, {
    run: { eventId: line.eventId, number: line.settings.runId },
    admittedAt: { gte: new Date(unknownSince) },
  });
  await writeMissingAccessCodes(redis, line.eventId);
  await restoreCodeUses(redis, line.eventId, unknownSince);
  const ended = await restoreAdmissions(redis, line.settings, [], true);
  if (ended === null) throw new Error("The line to restore is of another run.");
}

/** Writes those to Redis who were admitted in a run since a line time, so that no loss admits them again. */
export async function restoreSince(redis: Redis, runId: string, sinceMs: number): Promise<void> {
  const line = await lineOf(runId);
  if (line !== null)
    await restoreEach(redis, line, { runId, admittedAt: { gte: new Date(sinceMs) } });
}

type RestoredLine = NonNullable<Awaited<ReturnType<typeof lineOf>>>;

/** The event of a run, with the settings of the run that it has now. */
async function lineOf(runId: string) {
  const run = await db().run.findUnique({
    where: { id: runId },
    include: { event: { include: { customer: { select: EVENT_OWNER } } } },
  });
  if (run === null) return null;
  return { eventId: run.eventId, settings: toEventSettings(run.event, run.event.customer) };
}

async function restoreEach(
  redis: Redis,
  { settings }: RestoredLine,
  where: Prisma.AdmissionWhereInput,
): Promise<void> {
  let afterId = 0n;
  for (;;) {
    const rows = await db().admission.findMany({
      where: { ...where, id: { gt: afterId }, redirectType: { in: TYPES_WITH_NUMBER } },
      include: { run: { select: { number: true } } },
      orderBy: { id: "asc" },
      take: BATCH,
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    const admitted = rows.map(
      ({ run, queueNumber, lane, queueId, admittedAt }): KnownAdmission => ({
        number: run.number === settings.runId ? Number(queueNumber) : 0,
        lane,
        queueId,
        admittedAtMs: admittedAt.getTime(),
      }),
    );
    await restoreAdmissions(redis, settings, admitted, false);
    afterId = last.id;
  }
}
