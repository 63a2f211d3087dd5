import { db } from "@/lib/db/client";
import { minuteOf } from "@/lib/domain/figures/figures";
import type { ServiceContext } from "@/lib/services/ground/context";
import { storeFigures } from "@/lib/services/operation/figures/store";
import { createCustomerWithSale, startTestEvent } from "@/test/customer";

/** A run of an event `sale` with stored admissions. */
export type StoredRun = {
  readonly context: ServiceContext;
  readonly runId: string;
  readonly startMs: number;
};

/** The outflow of such a run. */
export const OUTFLOW = 600;
const APART_MS = 100;

/**
 * A run that is over since ten minutes, in which so many came in from the line one after the other at an outflow of 600 a
 * minute, with the figures of its minutes. No line is behind it.
 */
export async function storeRun(admissions: number): Promise<StoredRun> {
  const context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  const where = { event: { customerId: context.customer.id } };
  const { id: runId, eventId } = await db().run.findFirstOrThrow({ where });
  const minutes = Math.ceil((admissions * APART_MS) / 60_000);
  const startMs = (minuteOf(Date.now()) - minutes - 12) * 60_000;
  const endedAt = new Date(startMs + minutes * 60_000);
  await db().run.update({ where: { id: runId }, data: { openedAt: new Date(startMs), endedAt } });
  await db().event.update({ where: { id: eventId }, data: { status: "stopped" } });
  await db().$executeRaw`
    INSERT INTO "Admission" ("runId", "lane", "queueNumber", "renewal", "queueId", "redirectType", "admittedAt")
    SELECT ${runId}, 0, n, 0, gen_random_uuid()::text, 'queue',
      ${new Date(startMs)}::timestamp + n * interval '100 milliseconds'
    FROM generate_series(1, ${admissions}) AS n`;
  await storeFigures(db(), figuresOf(runId, { startMs, minutes, admissions }), "highest");
  return { context, runId, startMs };
}

function figuresOf(
  runId: string,
  { startMs, minutes, admissions }: { startMs: number; minutes: number; admissions: number },
) {
  return Array.from({ length: minutes + 1 }, (_, index) => {
    const at = { runId, lane: 0, part: 0, minute: minuteOf(startMs) + index };
    const joins = index === 0 ? admissions : 0;
    return [
      { ...at, kind: "outflow" as const, value: OUTFLOW },
      { ...at, kind: "joins" as const, value: joins },
      { ...at, kind: "admitted-queue" as const, value: admittedIn(index, admissions) },
    ];
  }).flat();
}

function admittedIn(minute: number, admissions: number): number {
  return Math.max(0, Math.min(OUTFLOW, admissions - minute * OUTFLOW));
}
