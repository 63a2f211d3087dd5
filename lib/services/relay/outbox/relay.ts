import { db } from "@/lib/db/client";
import type { OutboxEntry } from "@/lib/db/generated/client";
import type { Redis } from "@/lib/line/redis-client";
import { traced } from "@/lib/platform/observability/traces/traced";
import { Attempts } from "@/lib/services/ground/attempts";
import { writeAccessCodesToRedis } from "@/lib/services/relay/access-codes/write-codes";
import { RESTORATION_TOPIC, restoreLostLine } from "@/lib/services/relay/line/restore-admissions";
import { CUSTOMER_GONE_TOPIC, removeGoneKeys } from "./gone";
import { WITH_NOTICES, writeCustomerToRedis } from "./inner/write-customer";
import { writeCustomerOnce } from "./inner/write-customer-once";
import { writeEventToRedis } from "./write-event";

const BATCH = 500;

/**
 * Writes to Redis what the outbox names, oldest first, and marks it as relayed. An entry only names its
 * subject, whose state is read anew: relaying it twice, or after a later one, does no harm, and neither
 * does a crash before the mark. What fails stays pending and does not hold up the rest; the failures
 * are thrown together at the end.
 */
export async function relayOutbox(redis: Redis): Promise<{ readonly relayed: number }> {
  const attempts = new Attempts();
  let relayed = 0;
  let afterId = 0n;
  for (;;) {
    const readAtMs = performance.now();
    const entries = await db().outboxEntry.findMany({
      where: { relayedAt: null, id: { gt: afterId } },
      orderBy: { id: "asc" },
      take: BATCH,
    });
    const last = entries.at(-1);
    if (last === undefined) break;
    afterId = last.id;
    for (const group of bySubject(entries)) {
      relayed += (await attempts.try(() => relayGroup(redis, { ...group, readAtMs }))) ?? 0;
    }
  }
  attempts.end((failed) => `${failed} outbox subjects were not relayed.`);
  return { relayed };
}

type Subject = Pick<OutboxEntry, "topic" | "subjectId">;

type Group = Subject & { readonly ids: bigint[]; readonly causes: (string | null)[] };

/** A group with when it was read: what is written of Postgres after that has all that its entries tell of. */
type Read<Grouped> = Grouped & { readonly readAtMs: number };

/** Groups the entries of each subject, so that it is written once, when the first of them comes up. */
function bySubject(entries: readonly OutboxEntry[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const { id, topic, subjectId, traceparent } of entries) {
    const key = `${topic} ${subjectId}`;
    const group = groups.get(key) ?? { topic, subjectId, ids: [], causes: [] };
    group.ids.push(id);
    group.causes.push(traceparent);
    groups.set(key, group);
  }
  return groups.values();
}

function relayGroup(redis: Redis, group: Read<Group>): Promise<number> {
  const { causes } = group;
  return traced(`outbox ${group.topic}`, () => relayOne(redis, group), { causes });
}

async function relayOne(redis: Redis, { ids, ...subject }: Read<Group>): Promise<number> {
  await relaySubject(redis, subject);
  const { count } = await db().outboxEntry.updateMany({
    where: { id: { in: ids }, relayedAt: null },
    data: { relayedAt: new Date() },
  });
  return count;
}

async function relaySubject(redis: Redis, subject: Read<Subject>): Promise<void> {
  const { topic, subjectId, readAtMs } = subject;
  switch (topic) {
    case "event":
      await writeEventToRedis(redis, subjectId);
      await writeCustomerOf(redis, subjectId, readAtMs);
      return;
    case "customer":
      await writeCustomerToRedis(redis, subjectId);
      return;
    case "run": {
      const run = await db().run.findUnique({ where: { id: subjectId } });
      if (run !== null) await writeEventToRedis(redis, run.eventId);
      return;
    }
    case "access-codes":
      await writeAccessCodesToRedis(redis, subjectId);
      return;
    case RESTORATION_TOPIC:
      await restoreLostLine(redis, subjectId);
      return;
    case CUSTOMER_GONE_TOPIC:
      // The reconciliation goes on with it for some minutes.
      await removeGoneKeys(redis, subjectId);
      return;
    default:
      throw new Error(`No relay knows the outbox topic "${topic}".`);
  }
}

/**
 * Writes what a customer publishes of an event beside the event's own settings: a config names the runs that have passes,
 * and events with notices need their means. Most have neither.
 */
async function writeCustomerOf(redis: Redis, eventId: string, readAtMs: number): Promise<void> {
  const event = await db().event.findFirst({
    where: { id: eventId, OR: [{ customer: { publications: { some: {} } } }, ...WITH_NOTICES] },
    select: { customer: { select: { id: true, wireId: true } } },
  });
  if (event !== null) await writeCustomerOnce(redis, event.customer, readAtMs);
}
