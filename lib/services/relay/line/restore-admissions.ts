import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { seatMsOf } from "@/lib/domain/line/seat";
import { TYPES_WITH_NUMBER } from "@/lib/domain/line/types-with-number";
import { type KnownAdmission, restoreAdmissions } from "@/lib/line/commands/create-run";
import { restoreSpentNumbers, type SpentNumbers } from "@/lib/line/commands/spent-numbers";
import { tickEvent } from "@/lib/line/commands/tick";
import type { Redis } from "@/lib/line/redis-client";
import { EVENT_OWNER, toEventSettings } from "@/lib/services/event/settings/to-settings";
import {
  restoreCodeUses,
  writeMissingAccessCodes,
} from "@/lib/services/relay/access-codes/write-codes";

/** The outbox topic under which a restoration is kept until it is done. */
export const RESTORATION_TOPIC = "spent";

/** A copy may lack what happened shortly before its last noted time. */
const BEFORE_COPY_MS = 60_000;
/** How many admissions one call to the line may carry. */
const BATCH = 1_000;
/** So many numbers that follow one another are one row, and so many numbers are read at once. */
const PACKED = 1_024;
const NUMBERS_AT_ONCE = 500_000;

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
  const { copyAtMs, lineTimeMs, limitsAtMs } = tick.state;
  const unknownSince = copyAtMs === null ? 0 : copyAtMs - BEFORE_COPY_MS;
  const visitsSince = Math.max(unknownSince, lineTimeMs - seatMsOf(line.settings));
  // Of who was admitted before, neither a visit nor a limit knows any more: the numbers alone count.
  const eachSince = Math.max(unknownSince, Math.min(visitsSince, limitsAtMs));
  await restoreEach(redis, line, {
    run: { eventId: line.eventId, number: { lt: line.settings.runId } },
    admittedAt: { gte: new Date(visitsSince) },
  });
  await restoreEach(redis, line, { runId, admittedAt: { gte: new Date(eachSince) } });
  await restoreNumbers(redis, line, runId);
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

/** Writes which numbers of a run were admitted, however long ago, a thousand to a row. */
async function restoreNumbers(redis: Redis, line: RestoredLine, runId: string): Promise<void> {
  for (const lane of line.settings.lanes.lanes.keys()) {
    let after = 0n;
    for (;;) {
      const rows = await db().$queryRaw<NumberRow[]>`
        SELECT "queueNumber" - "queueNumber" % ${PACKED} AS "first", max("queueNumber") AS "last",
          string_agg(int2send(("queueNumber" % ${PACKED})::int2), ''::bytea ORDER BY "queueNumber") AS "offsets"
        FROM (
          SELECT "queueNumber" FROM "Admission"
          WHERE "runId" = ${runId} AND "lane" = ${lane} AND "queueNumber" > ${after}
            AND "redirectType" IN ('queue', 'safetynet')
          ORDER BY "queueNumber" LIMIT ${NUMBERS_AT_ONCE}
        ) AS admitted
        GROUP BY 1 ORDER BY 1`;
      const last = rows.at(-1);
      if (last === undefined) break;
      const spent = rows.map(({ first, offsets }): SpentNumbers => {
        return { lane, first: Number(first), offsets };
      });
      await restoreSpentNumbers(redis, line.settings, spent);
      after = last.last;
    }
  }
}

type NumberRow = {
  readonly first: bigint;
  readonly last: bigint;
  readonly offsets: Uint8Array;
};

async function restoreEach(
  redis: Redis,
  { settings }: RestoredLine,
  where: Prisma.AdmissionWhereInput,
): Promise<void> {
  let after: { readonly admittedAt: Date; readonly id: bigint } | null = null;
  for (;;) {
    const rows: readonly RestoredRow[] = await db().admission.findMany({
      where: {
        ...where,
        redirectType: { in: TYPES_WITH_NUMBER },
        ...(after && {
          OR: [
            { admittedAt: { gt: after.admittedAt } },
            { admittedAt: after.admittedAt, id: { gt: after.id } },
          ],
        }),
      },
      select: RESTORED_FIELDS,
      orderBy: [{ admittedAt: "asc" }, { id: "asc" }],
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
    after = last;
  }
}

const RESTORED_FIELDS = {
  ...{ id: true, queueNumber: true, lane: true, queueId: true, admittedAt: true },
  run: { select: { number: true } },
} as const satisfies Prisma.AdmissionSelect;

type RestoredRow = Prisma.AdmissionGetPayload<{ select: typeof RESTORED_FIELDS }>;
