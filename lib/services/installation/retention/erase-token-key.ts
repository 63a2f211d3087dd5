import { findByTokenKey } from "@/lib/line/commands/forget-visitor";
import type { Redis } from "@/lib/line/redis-client";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { listEventsToDrain } from "@/lib/services/operation/admission/drain";
import { type Erased, eraseVisitor } from "./erase-visitor";

/**
 * Erases what is held about visitors whose enqueue token had one of these keys, whether they are in or only wait, at all
 * events of the installation. Keys count letter by letter. Repeating it finds nothing.
 */
export async function eraseByTokenKeys(
  redis: Redis,
  command: string,
  tokenKeys: readonly string[],
): Promise<Erased> {
  const all = { admissions: 0, auditEntries: 0, redisEntries: 0 };
  const customers = new Set<string>();
  for (const queueId of await findQueueIds(redis, tokenKeys)) {
    const erased = await eraseVisitor(redis, command, queueId);
    all.admissions += erased.admissions;
    all.auditEntries += erased.auditEntries;
    all.redisEntries += erased.redisEntries;
    for (const customer of erased.customers) customers.add(customer);
  }
  return { ...all, customers: [...customers] };
}

async function findQueueIds(redis: Redis, tokenKeys: readonly string[]): Promise<Set<string>> {
  const queueIds = new Set<string>();
  for (const event of await listEventsToDrain("all")) {
    for (const tokenKey of tokenKeys) {
      const queueId = await findByTokenKey(redis, eventRef(event, event.customer), tokenKey);
      if (queueId !== null) queueIds.add(queueId);
    }
  }
  return queueIds;
}
