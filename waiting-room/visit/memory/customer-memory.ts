import { type PublishedCustomer, readPublishedCustomer } from "@/lib/line/commands/published";
import type { Redis } from "@/lib/line/redis-client";

/** How long a customer is believed without asking Redis. */
const CUSTOMER_MS = 1_000;

export type CachedCustomer = PublishedCustomer & {
  readonly version: number;
  /** The keys of the address lists that count in the score of a place. */
  readonly countingLists: readonly string[];
};

/** The published customers that one process has in memory: their secrets, keys and configs. */
export class CustomerMemory {
  private readonly redis: Redis;
  private readonly onError: (error: unknown) => void;
  private readonly customers = new Map<string, { customer: CachedCustomer; checkedAtMs: number }>();

  constructor(redis: Redis, onError: (error: unknown) => void) {
    this.redis = redis;
    this.onError = onError;
  }

  /** The customer in memory, without waiting; undefined when what is known is older than a second. */
  known(customerId: string): CachedCustomer | undefined {
    const held = this.customers.get(customerId);
    const isFresh = held !== undefined && performance.now() - held.checkedAtMs < CUSTOMER_MS;
    return isFresh ? held.customer : undefined;
  }

  /** What is known, however old it is; what is older than a second is read again in the background. */
  held(customerId: string): CachedCustomer | undefined {
    if (this.known(customerId) === undefined) this.find(customerId).catch(this.onError);
    return this.customers.get(customerId)?.customer;
  }

  /**
   * The customer, at most a second old while Redis answers; null when there is none. Rejects when Redis does
   * not answer and the customer was never read.
   */
  async find(customerId: string): Promise<CachedCustomer | null> {
    const known = this.known(customerId);
    if (known !== undefined) return known;
    const held = this.customers.get(customerId);
    try {
      const published = await readPublishedCustomer(this.redis, customerId);
      if (published === null) return null;
      const customer = { ...published, countingLists: countingOf(published) };
      this.customers.set(customerId, { customer, checkedAtMs: performance.now() });
      return customer;
    } catch (error) {
      if (held === undefined) throw error;
      this.onError(error);
      return held.customer;
    }
  }
}

function countingOf({ addressLists = {} }: PublishedCustomer): readonly string[] {
  return Object.entries(addressLists).flatMap(([key, { counts }]) =>
    counts === true ? [key] : [],
  );
}
