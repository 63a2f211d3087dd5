import { db } from "@/lib/db/client";
import type { OutboxEntry } from "@/lib/db/generated/client";
import type { Redis } from "@/lib/line/redis-client";
import { traced } from "@/lib/platform/observability/traces/traced";
import { Attempts } from "@/lib/services/ground/attempts";
import { writeAccessCodesToRedis } from "@/lib/services/relay/access-codes/write-codes";
import { RESTORATION_TOPIC, restoreLostLine } from "@/lib/services/relay/line/restore-admissions";
import { CUSTOMER_GONE_TOPIC, removeGoneKeys } from "./gone";
import { WITH_NOTICES, writeCustomerToRedis } from "./inner/write-customer";
import { writeEventToRedis } from "./write-event";

/** So many are read at a time: what is changed meanwhile waits for no more. */
const BATCH = 100;
/** No more write an event at the same time. */
const AT_ONCE = 6;

/**
 * Writes to Redis what the outbox names, and marks it as relayed: what was changed since it began first, so that nobody's
 * change waits for that of ten thousand events, and else the oldest. An entry only names its subject, whose state is
 * read anew: relaying it twice, or after a later one, does no harm, and neither does a crash before the mark. What fails
 * stays pending and does not hold up the rest; the failures are thrown together at the end.
 */
export async function relayOutbox(redis: Redis): Promise<{ readonly relayed: number }> {
  const backlog = await newestPending();
  if (backlog === 0n) return { relayed: 0 };
  const attempts = new Attempts();
  let [relayed, oldId, newId] = [0, 0n, backlog];
  for (;;) {
    const fresh = await readPending({ gt: newId });
    const entries = fresh.length > 0 ? fresh : await readPending({ gt: oldId, lte: backlog });
    const last = entries.at(-1);
    if (last === undefined) break;
    if (fresh.length > 0) newId = last.id;
    else oldId = last.id;
    relayed += await relayBatch(redis, entries, attempts);
  }
  attempts.end((failed) => `${failed} outbox subjects were not relayed.`);
  return { relayed };
}

/** The id of the newest entry that is pending; 0 where none is. */
async function newestPending(): Promise<bigint> {
  const newest = await db().outboxEntry.findFirst({
    where: { relayedAt: null },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  return newest?.id ?? 0n;
}

function readPending(id: { readonly gt: bigint; readonly lte?: bigint }): Promise<OutboxEntry[]> {
  return db().outboxEntry.findMany({
    where: { relayedAt: null, id },
    orderBy: { id: "asc" },
    take: BATCH,
  });
}

/** Tells what the entries name, and what their customers publish of it; then marks them. Answers how many it marked. */
async function relayBatch(
  redis: Redis,
  entries: readonly OutboxEntry[],
  attempts: Attempts,
): Promise<number> {
  const told = new Set<Group>();
  await attempts.each(bySubject(entries), AT_ONCE, async (group) => {
    const { topic, causes } = group;
    await traced(`outbox ${topic}`, () => relaySubject(redis, group), { causes });
    told.add(group);
  });
  const events = [...told].filter(({ topic }) => topic === "event");
  for (const [customerId, eventIds] of await customersOf(events)) {
    const outcome = await attempts.try(() => writeCustomerToRedis(redis, customerId));
    if (outcome !== undefined) continue;
    // Its events come again with it.
    for (const event of events) if (eventIds.has(event.subjectId)) told.delete(event);
  }
  const { count } = await db().outboxEntry.updateMany({
    where: { id: { in: [...told].flatMap(({ ids }) => ids) }, relayedAt: null },
    data: { relayedAt: new Date() },
  });
  return count;
}

type Group = Pick<OutboxEntry, "topic" | "subjectId"> & {
  readonly ids: bigint[];
  readonly causes: (string | null)[];
};

/** Groups the entries of each subject, so that it is written once, when the first of them comes up. */
function bySubject(entries: readonly OutboxEntry[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { id, topic, subjectId, traceparent } of entries) {
    const key = `${topic} ${subjectId}`;
    const group = groups.get(key) ?? { topic, subjectId, ids: [], causes: [] };
    group.ids.push(id);
    group.causes.push(traceparent);
    groups.set(key, group);
  }
  return [...groups.values()];
}

async function relaySubject(redis: Redis, { topic, subjectId }: Group): Promise<void> {
  switch (topic) {
    case "event":
      await writeEventToRedis(redis, subjectId);
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
 * The customers of which something is published beside the events' own settings, each with its events: a config names the
 * runs that have passes, and events with notices need their means. Most have neither.
 */
async function customersOf(events: readonly Group[]): Promise<ReadonlyMap<string, Set<string>>> {
  const found = await db().event.findMany({
    where: {
      id: { in: events.map(({ subjectId }) => subjectId) },
      OR: [{ customer: { publications: { some: {} } } }, ...WITH_NOTICES],
    },
    select: { id: true, customerId: true },
  });
  const customers = new Map<string, Set<string>>();
  for (const { id, customerId } of found) {
    const own = customers.get(customerId) ?? new Set();
    customers.set(customerId, own.add(id));
  }
  return customers;
}
