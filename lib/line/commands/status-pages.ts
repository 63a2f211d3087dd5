import type { StatusPage } from "@/lib/domain/status-page/status-page";
import { statusPageKey } from "../keys";
import type { Redis } from "../redis-client";

/** A page that no worker has written for so long goes by itself. Until then it says that nobody knows. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** A status page, and when a worker last looked, by the clock of Redis. */
export type PublishedStatusPage = { readonly page: StatusPage; readonly checkedAtMs: number };

/** Says to the waiting rooms what a customer's status page says now. */
export async function writeStatusPage(
  redis: Redis,
  customerId: string,
  published: PublishedStatusPage,
): Promise<void> {
  await redis.set(statusPageKey(customerId), JSON.stringify(published), "PX", KEPT_MS);
}

/** Null for a customer without a status page. */
export async function readStatusPage(
  redis: Redis,
  customerId: string,
): Promise<PublishedStatusPage | null> {
  const text = await redis.get(statusPageKey(customerId));
  // Written above only.
  return text === null ? null : (JSON.parse(text) as PublishedStatusPage);
}

export async function removeStatusPage(redis: Redis, customerId: string): Promise<void> {
  await redis.del(statusPageKey(customerId));
}
