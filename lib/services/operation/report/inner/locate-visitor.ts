import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { TYPES_WITH_NUMBER } from "@/lib/domain/line/types-with-number";
import { readSupportCode } from "@/lib/domain/support-code/support-code";
import { findPlace } from "@/lib/line/commands/find-place";
import type { EventRef } from "@/lib/line/keys";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import type { ServiceContext } from "@/lib/services/ground/context";
import { invalidField } from "@/lib/services/ground/errors";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { REPORTED_RUN, type ReportedRun } from "../write-report";

const QUEUE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** An admission and its renewals are three at the most; more would be a fault, which is worth seeing. */
const ADMISSIONS_SHOWN = 20;

/** Where a visitor's place is, and what is stored of it. */
export type FoundVisitor = {
  readonly ref: EventRef;
  readonly eventId: string;
  readonly runId: string;
  readonly runNumber: number;
  readonly run: ReportedRun;
  /** The line still has this run. */
  readonly isCurrent: boolean;
  readonly hasDraw: boolean;
  readonly lane: number;
  /** As it is now, after a draw. */
  readonly number: number;
  readonly queueId: string | null;
  readonly admissions: readonly {
    readonly renewal: number;
    readonly admittedAt: Date;
    readonly redirectType: string;
    readonly isOutOfTurn: boolean;
  }[];
};

type Asked = { readonly eventId: string | undefined; readonly code: string };

/** Finds the place that a queue id or a support code names. Throws `invalid` where it names none. */
export function locateVisitor(context: ServiceContext, asked: Asked): Promise<FoundVisitor> {
  const { eventId, code } = asked;
  if (QUEUE_ID.test(code)) return byQueueId(context, eventId, code.toLowerCase());
  if (eventId === undefined)
    throw invalidField("eventId", "Choose an event. Support codes belong to one event.");
  return bySupportCode(context, eventId, code);
}

const FOUND_RUN = {
  ...REPORTED_RUN,
  draw: { select: { runId: true } },
  event: { select: { ...REPORTED_RUN.event.select, currentRun: true } },
} as const satisfies Prisma.RunSelect;

async function byQueueId(
  { customer }: ServiceContext,
  eventId: string | undefined,
  queueId: string,
): Promise<FoundVisitor> {
  const ofEvent = {
    customerId: customer.id,
    ...(eventId === undefined ? {} : { wireId: eventId }),
  };
  const admissions = await db().admission.findMany({
    where: { queueId, redirectType: { in: TYPES_WITH_NUMBER }, run: { event: ofEvent } },
    orderBy: [{ admittedAt: "asc" }, { id: "asc" }],
    take: ADMISSIONS_SHOWN,
    include: { run: { select: FOUND_RUN } },
  });
  const newest = admissions.at(-1);
  if (newest === undefined)
    throw invalidField(
      "code",
      "No visitor was admitted with this queue ID. Ask for the support code on the waiting page instead.",
    );
  const { run, lane, queueNumber } = newest;
  return {
    ...placeIn(run),
    ...{ lane, number: Number(queueNumber), queueId },
    admissions: admissions.filter((one) => one.runId === run.id),
  };
}

async function bySupportCode(
  context: ServiceContext,
  eventId: string,
  code: string,
): Promise<FoundVisitor> {
  const event = await getEventOfCustomer(db(), context, eventId);
  const reading = readSupportCode(code, event.currentRun);
  if (!reading.ok)
    throw invalidField("code", "This is not a valid support code. Ask for it again.");
  const run = await db().run.findFirst({
    where: { eventId: event.id, number: reading.runId },
    select: FOUND_RUN,
  });
  if (run === null)
    throw invalidField("code", `This support code does not belong to ${event.name}.`);
  const place = placeIn(run);
  const { lane } = reading;
  const number = place.isCurrent
    ? await numberNow(eventRef(event, context.customer), reading)
    : reading.number;
  const admissions = await db().admission.findMany({
    where: {
      ...{ runId: run.id, lane, queueNumber: BigInt(number) },
      redirectType: { in: TYPES_WITH_NUMBER },
    },
    orderBy: [{ admittedAt: "asc" }, { id: "asc" }],
    take: ADMISSIONS_SHOWN,
  });
  return { ...place, lane, number, queueId: admissions.at(-1)?.queueId ?? null, admissions };
}

/** After a draw somebody has another number than they joined with. */
async function numberNow(
  ref: EventRef,
  asked: { readonly runId: number; readonly lane: number; readonly number: number },
): Promise<number> {
  const place = await readFromLine((redis) => findPlace(redis, ref, asked));
  return place?.number ?? asked.number;
}

type FoundRun = ReportedRun & {
  readonly draw: { readonly runId: string } | null;
  readonly event: { readonly currentRun: number };
};

function placeIn(run: FoundRun) {
  return {
    ...{
      eventId: run.event.wireId,
      ref: eventRef(run.event, run.event.customer),
      runId: run.id,
      runNumber: run.number,
      run,
    },
    isCurrent: run.endedAt === null && run.number === run.event.currentRun,
    hasDraw: run.draw !== null,
  };
}
