import { db, type Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { countOfAdmission, minuteOf } from "@/lib/domain/figures/figures";
import { TYPES_WITH_NUMBER } from "@/lib/domain/line/types-with-number";
import type { AdmissionEntry } from "@/lib/line/commands/admissions";
import { type ServiceContext, workerContext } from "@/lib/services/ground/context";
import {
  type AwsSubscriptions,
  raiseForAws,
  readAwsSubscriptions,
  wantsAwsType,
} from "@/lib/services/ground/raise-for-aws";
import { recordAudit } from "@/lib/services/ground/record-audit";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import { readRunIds } from "@/lib/services/operation/figures/run-ids";
import { type StoredFigure, storeFigures } from "@/lib/services/operation/figures/store";

const JOB = "admissions.drain";
const LIMITS = { maxWait: 5_000, timeout: 15_000 };
/** Rows of one statement. */
const ROWS_MAX = 1_000;

/** Admissions of an event that are in Redis, up to an entry of its stream. */
export type HeldAdmissions = {
  readonly event: DrainedEvent;
  readonly admissions: readonly AdmissionEntry[];
  readonly throughStreamId: string;
};

export type DrainResult = {
  readonly stored: number;
  /** Admissions of runs that Postgres does not know; they cannot be stored. */
  readonly dropped: number;
  /** The ids of the events whose these are. */
  readonly droppedOf: readonly string[];
};

/**
 * Stores admissions of events, each once, with their figures, audit entries and what is told of them: all of it, or nothing.
 * What a process has just read of their customers is left to expire.
 */
export function storeAdmissions(held: readonly HeldAdmissions[]): Promise<DrainResult> {
  return db().$transaction(async (tx) => {
    await lockCursors(tx, held);
    const runIds = await readRunIds(
      tx,
      held.map(({ event, admissions }) => ({ eventId: event.id, counted: admissions })),
    );
    const known = held.map(({ event, admissions }) => {
      const runIdOf = ({ runId }: AdmissionEntry) => runIds.get(`${event.id} ${runId}`);
      return { event, admissions, rows: admissions.flatMap((one) => toRow(one, runIdOf(one))) };
    });
    const rows = known.flatMap((one) => one.rows);
    const created = await createRows(tx, rows);
    await storeFigures(tx, countAdmissions(created), "sum");
    await tellOfCreated(tx, known, created);
    const lacking = known.filter((one) => one.rows.length < one.admissions.length);
    const dropped = lacking.reduce((sum, one) => sum + one.admissions.length - one.rows.length, 0);
    return { stored: created.length, dropped, droppedOf: lacking.map(({ event }) => event.id) };
  }, LIMITS);
}

type Known = Pick<HeldAdmissions, "event" | "admissions"> & {
  readonly rows: readonly Prisma.AdmissionCreateManyInput[];
};

/**
 * The cursor of an event tells how far Postgres is; its row lets one drain of the event store at a time. All lock in one
 * order, so that no two wait for each other.
 */
async function lockCursors(tx: Tx, held: readonly HeldAdmissions[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "DrainCursor" ("eventId", "streamId", "updatedAt")
    SELECT "eventId", "streamId", ${new Date()}
    FROM unnest(
      ${held.map(({ event }) => event.id)}::text[],
      ${held.map(({ throughStreamId }) => throughStreamId)}::text[]
    ) AS read("eventId", "streamId")
    ORDER BY "eventId"
    ON CONFLICT ("eventId") DO UPDATE
    SET "streamId" = excluded."streamId", "updatedAt" = excluded."updatedAt"`;
}

/** What the audit logs and webhooks say of admissions that were not there before. */
async function tellOfCreated(
  tx: Tx,
  known: readonly Known[],
  created: readonly Created[],
): Promise<void> {
  if (created.length === 0) return;
  const ofRuns = new Map<string, Created[]>();
  for (const one of created) {
    const ofRun = ofRuns.get(one.runId);
    if (ofRun === undefined) ofRuns.set(one.runId, [one]);
    else ofRun.push(one);
  }
  const subscriptions = await readAwsSubscriptions("aws.token_generated", tx);
  for (const { event, admissions, rows } of known) {
    const runIds = [...new Set(rows.map(({ runId }) => runId))];
    const ofEvent = runIds.flatMap((runId) => ofRuns.get(runId) ?? []);
    const context = workerContext(event.customer, JOB);
    await raiseTokens(tx, { event, created: ofEvent, context, subscriptions });
    const staffIds = new Set(
      ofEvent.filter(({ redirectType }) => redirectType === "bypass").map(({ queueId }) => queueId),
    );
    const byStaff = admissions.filter(({ queueId }) => staffIds.has(queueId));
    await auditStaffLinks(tx, context, byStaff);
  }
}

/** Tells of each visitor who came by the line, once. */
async function raiseTokens(
  tx: Tx,
  of: {
    readonly event: DrainedEvent;
    readonly created: readonly Created[];
    readonly context: ServiceContext;
    readonly subscriptions: AwsSubscriptions;
  },
): Promise<void> {
  const { event, created, context, subscriptions } = of;
  const { id, wireId, customer } = event;
  if (!wantsAwsType(subscriptions, { customerId: customer.wireId, eventId: wireId })) return;
  const data = created.flatMap(({ queueId, redirectType, renewal }) =>
    renewal === 0 && TYPES_WITH_NUMBER.includes(redirectType)
      ? [{ event_id: wireId, request_id: queueId }]
      : [],
  );
  const type = "aws.token_generated";
  const place = { id, wireId, customerId: customer.id };
  await raiseForAws(tx, place, { type, actor: context.actor, data });
}

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
