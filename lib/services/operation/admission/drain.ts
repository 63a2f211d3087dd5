import { db, type Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { countOfAdmission, minuteOf } from "@/lib/domain/figures/figures";
import { TYPES_WITH_NUMBER } from "@/lib/domain/line/types-with-number";
import {
  type AdmissionEntry,
  readAdmissions,
  trimAdmissions,
} from "@/lib/line/commands/admissions";
import type { Redis } from "@/lib/line/redis-client";
import { EVENT_REF, eventRef } from "@/lib/services/event/settings/event-ref";
import {
  CONTEXT_CUSTOMER,
  type ServiceContext,
  workerContext,
} from "@/lib/services/ground/context";
import { raiseForAws } from "@/lib/services/ground/raise-for-aws";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import { type StoredFigure, storeFigures } from "@/lib/services/operation/figures/store";

const JOB = "admissions.drain";
/** Calls that let somebody in, and rows of one statement. */
const BATCH_CALLS = 200;
const BATCHES_MAX = 250;
const ROWS_MAX = 1_000;
const FROM_THE_START = "0-0";

export type DrainResult = {
  readonly stored: number;
  /** Admissions of runs that Postgres does not know; they cannot be stored. */
  readonly dropped: number;
};

/**
 * Moves the admissions of an event from Redis to Postgres and then trims them there. It always reads
 * from the start of the stream: what is there is what is not trimmed yet, whatever a loss of Redis or
 * a clock did to its ids. A row exists once, so that a crash between storing and trimming, or two
 * drains at once, repeat harmlessly.
 */
export async function drainAdmissions(redis: Redis, event: DrainedEvent): Promise<DrainResult> {
  const ref = eventRef(event, event.customer);
  const result = { stored: 0, dropped: 0 };
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const { admissions, throughStreamId } = await readAdmissions(
      redis,
      ref,
      FROM_THE_START,
      BATCH_CALLS,
    );
    if (throughStreamId === null) return result;
    const { stored, dropped } = await storeAdmissions(event, admissions, throughStreamId);
    result.stored += stored;
    result.dropped += dropped;
    await trimAdmissions(redis, ref, throughStreamId);
  }
  return result;
}

async function storeAdmissions(
  event: DrainedEvent,
  entries: readonly AdmissionEntry[],
  throughStreamId: string,
): Promise<DrainResult> {
  const context = workerContext(event.customer, JOB);
  return withTransaction(context, async (tx) => {
    // The cursor tells how far Postgres is; its row lets one drain of the event store at a time.
    await tx.drainCursor.upsert({
      where: { eventId: event.id },
      create: { eventId: event.id, streamId: throughStreamId },
      update: { streamId: throughStreamId },
    });
    const runs = await tx.run.findMany({
      where: { eventId: event.id },
      select: { id: true, number: true },
    });
    const runIds = new Map(runs.map(({ id, number }) => [number, id]));
    const rows = entries.flatMap((entry) => toRow(entry, runIds.get(entry.runId)));
    const created = await createRows(tx, rows);
    await storeFigures(tx, countAdmissions(created), "sum");
    await raiseForAws(tx, eventOf(event), {
      ...{ type: "aws.token_generated", actor: context.actor },
      data: created.flatMap(tokenGenerated(event)),
    });
    const newQueueIds = new Set(
      created.filter(({ redirectType }) => redirectType === "bypass").map(({ queueId }) => queueId),
    );
    await auditStaffLinks(
      tx,
      context,
      entries.filter(({ queueId }) => newQueueIds.has(queueId)),
    );
    return { stored: created.length, dropped: entries.length - rows.length };
  });
}

function eventOf({ id, wireId, customer }: DrainedEvent) {
  return { id, wireId, customerId: customer.id };
}

/** Of a visitor who came by the line, once. */
const tokenGenerated =
  ({ wireId }: DrainedEvent) =>
  ({ queueId, redirectType, renewal }: Created) =>
    renewal === 0 && TYPES_WITH_NUMBER.includes(redirectType)
      ? [{ event_id: wireId, request_id: queueId }]
      : [];

/** What of an admission it takes to count it. */
const COUNTED = {
  runId: true,
  lane: true,
  queueId: true,
  redirectType: true,
  renewal: true,
  admittedAt: true,
} as const;
type Created = Prisma.AdmissionGetPayload<{ select: typeof COUNTED }>;

async function createRows(tx: Tx, rows: readonly Prisma.AdmissionCreateManyInput[]) {
  const created: Created[] = [];
  for (let start = 0; start < rows.length; start += ROWS_MAX) {
    const part = await tx.admission.createManyAndReturn({
      data: rows.slice(start, start + ROWS_MAX),
      skipDuplicates: true,
      select: COUNTED,
    });
    created.push(...part);
  }
  return created;
}

/** The figures of rows that were new, so that they always say what the rows say. */
function countAdmissions(created: readonly Created[]): StoredFigure[] {
  const counts = new Map<string, StoredFigure>();
  for (const { runId, lane, redirectType, renewal, admittedAt } of created) {
    const kind = countOfAdmission(redirectType, renewal);
    if (kind === null) continue;
    const minute = minuteOf(admittedAt.getTime());
    const name = [runId, lane, minute, kind].join(" ");
    const value = 1 + (counts.get(name)?.value ?? 0);
    counts.set(name, { runId, lane, part: 0, minute, kind, value });
  }
  return [...counts.values()];
}

function toRow(
  entry: AdmissionEntry,
  runId: string | undefined,
): Prisma.AdmissionCreateManyInput[] {
  if (runId === undefined) return [];
  return [
    {
      runId,
      lane: entry.lane,
      queueNumber: BigInt(entry.queueNumber),
      renewal: entry.renewal,
      queueId: entry.queueId,
      redirectType: entry.redirectType,
      admittedAt: new Date(entry.admittedAtMs),
      isOutOfTurn: entry.isOutOfTurn,
    },
  ];
}

/** One audit row for each use of a staff link, written with its admission and hence once. */
async function auditStaffLinks(
  tx: Tx,
  context: ServiceContext,
  entries: readonly AdmissionEntry[],
): Promise<void> {
  const ids = entries.flatMap(({ staffLinkId }) =>
    staffLinkId === undefined ? [] : [staffLinkId],
  );
  if (ids.length === 0) return;
  const links = await tx.staffLink.findMany({
    where: { id: { in: ids }, customerId: context.customer.id },
    include: { event: { select: { name: true } } },
  });
  const linkOf = new Map(links.map((link) => [link.id, link]));
  for (const { staffLinkId, queueId, admittedAtMs } of entries) {
    const link = staffLinkId === undefined ? undefined : linkOf.get(staffLinkId);
    if (link === undefined) continue;
    await recordAudit(tx, context, {
      verb: "staff-link.use",
      subject: link.id,
      summary: `admitted a visitor to ${link.event.name} by the staff link ${link.label}`,
      details: { queueId, admittedAt: new Date(admittedAtMs).toISOString() },
    });
  }
}

/** Which events are looked at: all that were ever started, or these and those that ended within the last hour. */
export type DrainScope = "all" | { readonly openIds: readonly string[] };

/** The events of a scope as Postgres finds them. */
export function drainedEvents(scope: DrainScope): Prisma.EventWhereInput {
  const started = { currentRun: { gt: 0 } };
  if (scope === "all") return started;
  const recently = new Date(Date.now() - 3_600_000);
  const ended = { runs: { some: { endedAt: { gt: recently } } } };
  return { ...started, OR: [{ id: { in: [...scope.openIds] } }, ended] };
}

/** The events that may have admissions waiting in Redis. */
export async function listEventsToDrain(scope: DrainScope): Promise<readonly DrainedEvent[]> {
  return db().event.findMany({
    where: drainedEvents(scope),
    select: {
      id: true,
      ...EVENT_REF,
      customer: { select: CONTEXT_CUSTOMER },
    },
    orderBy: { id: "asc" },
  });
}
