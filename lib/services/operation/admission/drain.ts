import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { readAdmissions, trimAdmissions } from "@/lib/line/commands/admissions";
import type { EventRef } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { EVENT_REF, eventRef } from "@/lib/services/event/settings/event-ref";
import { Attempts } from "@/lib/services/ground/attempts";
import { CONTEXT_CUSTOMER } from "@/lib/services/ground/context";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import { type DrainResult, storeAdmissions } from "./inner/store-admissions";

/** Calls that let somebody in: those of one transaction, of however many events. */
const BATCH_CALLS = 200;
const BATCHES_MAX = 250;
const FROM_THE_START = "0-0";

/**
 * Moves the admissions of these events from Redis to Postgres, in one transaction for as many as there are, and then trims
 * them there. It always reads from the start of the stream: what is there is what is not trimmed yet, whatever a loss of
 * Redis or a clock did to its ids. A row exists once, so that a crash between storing and trimming, or two drains at once,
 * repeat harmlessly. An event that cannot be read holds up no other; it fails at the end.
 */
export async function drainAdmissions(
  redis: Redis,
  ...events: readonly DrainedEvent[]
): Promise<DrainResult> {
  let [stored, dropped] = [0, 0];
  const droppedOf = new Set<string>();
  const reading = new Attempts();
  let left = events;
  for (let batch = 0; batch < BATCHES_MAX && left.length > 0; batch += 1) {
    const calls = Math.max(1, Math.floor(BATCH_CALLS / left.length));
    const reads = await Promise.all(
      left.map((event) => reading.try(() => readSome(redis, event, calls))),
    );
    const held = reads.flatMap((one) => one ?? []);
    if (held.length === 0) break;
    const done = await storeAdmissions(held);
    stored += done.stored;
    dropped += done.dropped;
    for (const id of done.droppedOf) droppedOf.add(id);
    await Promise.all(
      held.map(({ ref, throughStreamId }) => trimAdmissions(redis, ref, throughStreamId)),
    );
    left = held.flatMap(({ event, isLast }) => (isLast ? [] : [event]));
  }
  reading.end((failed) => `The admissions of ${failed} events could not be read.`);
  return { stored, dropped, droppedOf: [...droppedOf] };
}

/** The oldest admissions of an event; null without one. */
async function readSome(redis: Redis, event: DrainedEvent, calls: number) {
  const ref = eventRef(event, event.customer);
  const read = await readAdmissions(redis, ref, FROM_THE_START, calls);
  const { throughStreamId } = read;
  return throughStreamId === null ? null : { ...read, throughStreamId, event, ref };
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

/** An event by its database id, and its line. */
export type EventLine = EventRef & { readonly id: string };

/** The lines of all events that were ever started: what it takes to ask Redis what they hold. */
export function listStartedLines(): Promise<readonly EventLine[]> {
  return db().$queryRaw<EventLine[]>`
    SELECT event."id", event."wireId" AS "eventId", event."incarnation", customer."wireId" AS "customerId"
    FROM "Event" AS event JOIN "Customer" AS customer ON customer."id" = event."customerId"
    WHERE event."currentRun" > 0 ORDER BY event."id"`;
}
