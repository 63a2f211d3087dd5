import { type PublishedStatusPage, readStatusPage } from "@/lib/line/commands/status-pages";
import type { Redis } from "@/lib/line/redis-client";
import { BoundedMemory } from "./bounded-memory";

const KEPT_BYTES = 4 * 1_024 * 1_024;
/** Caches in front keep a page for longer. */
const KEPT_MS = 3_000;

type Kept = { readonly published: PublishedStatusPage; readonly untilMs: number };

/** Status pages in memory for a moment, so that many readers cost Redis one question. */
export class StatusPageMemory {
  private readonly redis: Redis;
  private readonly now: () => number;
  private readonly kept = new BoundedMemory<Kept>(KEPT_BYTES);
  private readonly loading = new Map<string, Promise<PublishedStatusPage | null>>();

  constructor(redis: Redis, now: () => number = Date.now) {
    this.redis = redis;
    this.now = now;
  }

  /**
   * Null for a customer without a status page. While Redis does not answer, as it was last seen; rejects where nobody has
   * asked before.
   */
  find(customerId: string): Promise<PublishedStatusPage | null> {
    const known = this.kept.get(customerId);
    if (known !== undefined && known.untilMs > this.now()) return Promise.resolve(known.published);
    const running = this.loading.get(customerId);
    if (running !== undefined) return running;
    const load = this.load(customerId).finally(() => this.loading.delete(customerId));
    this.loading.set(customerId, load);
    return load;
  }

  private async load(customerId: string): Promise<PublishedStatusPage | null> {
    const last = this.kept.get(customerId)?.published;
    const published = await readStatusPage(this.redis, customerId).catch((error: unknown) => {
      if (last === undefined) throw error;
      return last;
    });
    if (published === null) return null;
    const bytes = JSON.stringify(published).length;
    this.kept.set(customerId, { published, untilMs: this.now() + KEPT_MS }, bytes);
    return published;
  }
}
