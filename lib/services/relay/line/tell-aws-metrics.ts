import { db, type Tx } from "@/lib/db/client";
import { type Glance, glanceAtLines } from "@/lib/line/commands/glance";
import type { Redis } from "@/lib/line/redis-client";
import { Attempts } from "@/lib/services/ground/attempts";
import { CONTEXT_CUSTOMER, workerContext } from "@/lib/services/ground/context";
import {
  raiseForAws,
  readAwsSubscriptions,
  wantsAwsType,
} from "@/lib/services/ground/raise-for-aws";
import { readSessions } from "@/lib/services/operation/admission/read-sessions";
import type { OpenEvent } from "./open-events";

const TYPE = "aws.waiting_room_metrics" as const;
const JOB = "aws.tell-metrics";
export const METRICS_EVERY_MS = 60_000;

/** Raises the figures of open events whose webhooks name them, once a minute however many workers do it. */
export async function tellAwsMetrics(redis: Redis, events: readonly OpenEvent[]): Promise<void> {
  const subscriptions = await readAwsSubscriptions(TYPE);
  const wanted = events.filter((event) => wantsAwsType(subscriptions, event));
  if (wanted.length === 0) return;
  const glances = await glanceAtLines(redis, wanted);
  const attempts = new Attempts();
  for (const [index, event] of wanted.entries()) {
    const line = glances[index];
    if (line?.runId === event.runId) await attempts.try(() => tell(event, line));
  }
  attempts.end((failed) => `The metrics of ${failed} events could not be told.`);
}

async function tell({ id, eventId, runId }: OpenEvent, line: Glance): Promise<void> {
  const event = await db().event.findUniqueOrThrow({
    where: { id },
    select: { customer: { select: CONTEXT_CUSTOMER } },
  });
  const context = workerContext(event.customer, JOB);
  const { active } = await readSessions(context, { eventId });
  const customerId = event.customer.id;
  await db().$transaction(async (tx) => {
    if (await isTold(tx, { customerId, eventId })) return;
    const { completed, abandoned } = await countEnded(tx, { id, runId, customerId });
    const data = {
      ...{ event_id: eventId, num_active_tokens: active, total_num_tokens: line.admitted },
      ...{ queue_counter: line.joined, serving_number: line.called },
      ...{ completed_sessions: completed, abandoned_sessions: abandoned },
    };
    const happened = { type: TYPE, actor: context.actor, data: [data] } as const;
    await raiseForAws(tx, { id, wireId: eventId, customerId }, happened);
  });
}

/** Whether this minute's were raised, by whichever worker; none does so at the same time. */
async function isTold(
  tx: Tx,
  { customerId, eventId }: { readonly customerId: string; readonly eventId: string },
): Promise<boolean> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtext(${`${JOB} ${customerId} ${eventId}`}))`;
  const at = { gt: new Date(Date.now() - METRICS_EVERY_MS / 2) };
  const where = { customerId, type: TYPE, eventId, at };
  return (await tx.domainEvent.findFirst({ where, select: { seq: true } })) !== null;
}

/** Sessions of the run that programs have ended. */
async function countEnded(
  tx: Tx,
  run: { readonly id: string; readonly runId: number; readonly customerId: string },
): Promise<{ readonly completed: number; readonly abandoned: number }> {
  const [ended] = await tx.$queryRaw<{ readonly completed: number; readonly abandoned: number }[]>`
    SELECT count(*) FILTER (WHERE "details"->>'status' = 'completed')::int AS "completed",
      count(*) FILTER (WHERE "details"->>'status' = 'abandoned')::int AS "abandoned"
    FROM "AuditEntry"
    WHERE "customerId" = ${run.customerId} AND "subject" = ${run.id} AND "verb" = 'place.cancel'
      AND "details"->>'run' = ${String(run.runId)}`;
  return ended ?? { completed: 0, abandoned: 0 };
}
