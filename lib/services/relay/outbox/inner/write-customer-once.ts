import { areSecretsPublished } from "@/lib/line/commands/published";
import type { Redis } from "@/lib/line/redis-client";
import { writeCustomerToRedis } from "./write-customer";

type Write = { readonly beganAtMs: number; readonly done: Promise<unknown> };

/** The last one of each customer, by its database id, on each connection. */
const lastWrites = new WeakMap<Redis, Map<string, Write>>();

/**
 * Writes what a customer publishes, unless this process has begun to since that moment of its monotonic clock and Redis
 * still has it: thousands of events that change or come back at once need it once. Waits for one that is under way, and
 * throws what that throws.
 */
export async function writeCustomerOnce(
  redis: Redis,
  { id, wireId }: { readonly id: string; readonly wireId: string },
  sinceMs: number,
): Promise<void> {
  const writes = lastWrites.get(redis) ?? new Map<string, Write>();
  lastWrites.set(redis, writes);
  const last = writes.get(id);
  if (last !== undefined && last.beganAtMs >= sinceMs) {
    await last.done;
    if (await areSecretsPublished(redis, wireId)) return;
  }
  const write = { beganAtMs: performance.now(), done: writeCustomerToRedis(redis, id) };
  writes.set(id, write);
  await write.done.catch((error: unknown) => {
    writes.delete(id);
    throw error;
  });
}
