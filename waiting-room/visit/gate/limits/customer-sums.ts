import { hash } from "node:crypto";
import { addressClasses } from "@/connectors/src/host/address-group";
import { addSourceJoins } from "@/lib/line/commands/source-sums";
import type { Redis } from "@/lib/line/redis-client";
import { deriveKey, type MasterKey } from "@/lib/secrets/seal";

/** Sums are added to, and read back, so often. */
const EVERY_MS = 1_000;
/** What is told of a customer at once, the busiest first; the others wait. */
const SOURCES_AT_ONCE = 256;
/** Of a source that nobody asked about for so long nothing is known here any more. */
const KEPT_MS = 60_000;
const SOURCES_KEPT = 50_000;
const KEY_BYTES = 8;
/** A source with fewer joins is forgotten. */
const SEEN_OFTEN = 2;

type Known = {
  readonly customerId: string;
  /** Joins here that Redis does not know yet. */
  added: number;
  /** What all processes have counted, as Redis said last. */
  sum: number;
  usedAtMs: number;
};

/**
 * How often addresses have joined at all events of a customer, together with other processes. Approximate: what others
 * count is known a second after an address has joined here, and an IPv6 address counts with its site of 48 bits. No join
 * waits for it.
 */
export class CustomerSums {
  private readonly redis: Redis;
  private readonly onError: (error: unknown) => void;
  private readonly key: string;
  private readonly sources = new Map<string, Known>();
  private timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis, master: MasterKey, onError: (error: unknown) => void) {
    this.redis = redis;
    this.onError = onError;
    this.key = deriveKey(master, "stanchion/customer-sums", Buffer.alloc(0)).toString("base64url");
  }

  /** Joins of an address at the customer's events in the last ten to twenty minutes, as far as is known here. */
  of(customerId: string, address: string): number {
    const known = this.sources.get(nameOf(customerId, address));
    return known === undefined ? 0 : known.sum + known.added;
  }

  /** Counts a join. */
  note(customerId: string, address: string): void {
    const name = nameOf(customerId, address);
    const known = this.sources.get(name);
    const usedAtMs = performance.now();
    if (known !== undefined) {
      known.added += 1;
      known.usedAtMs = usedAtMs;
    } else {
      if (this.sources.size >= SOURCES_KEPT) this.sources.clear();
      this.sources.set(name, { customerId, added: 1, sum: 0, usedAtMs });
    }
    this.schedule();
  }

  private schedule(): void {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.exchange()
        .catch(this.onError)
        .finally(() => {
          this.timer = undefined;
          if (this.isDue()) this.schedule();
        });
    }, EVERY_MS);
    this.timer.unref();
  }

  private isDue(): boolean {
    for (const { added } of this.sources.values()) if (added > 0) return true;
    return false;
  }

  /** Tells Redis what was counted here, and learns what others have. Rejects when Redis is away; nothing is lost then. */
  private async exchange(): Promise<void> {
    const due = new Map<string, Told[]>();
    const forgottenBeforeMs = performance.now() - KEPT_MS;
    for (const [name, known] of this.sources) {
      if (known.added === 0) {
        if (known.usedAtMs < forgottenBeforeMs) this.sources.delete(name);
        continue;
      }
      const ofCustomer = due.get(known.customerId);
      if (ofCustomer === undefined) due.set(known.customerId, [{ name, known }]);
      else ofCustomer.push({ name, known });
    }
    for (const [customerId, sources] of due) await this.tell(customerId, sources);
  }

  private async tell(customerId: string, sources: Told[]): Promise<void> {
    const told = sources.sort((a, b) => b.known.added - a.known.added).slice(0, SOURCES_AT_ONCE);
    const joins = told.map(({ name, known }) => ({
      source: hash("sha256", `${this.key} ${name}`, "buffer").subarray(0, KEY_BYTES),
      count: known.added,
    }));
    const sums = await addSourceJoins(this.redis, customerId, joins);
    for (const [index, { known }] of told.entries()) {
      known.added -= joins[index]?.count ?? 0;
      known.sum = sums[index] ?? known.sum;
    }
    // Whoever has joined once only needs no memory here; beyond the busiest they are not even told.
    for (const { name, known } of sources) {
      if (known.sum + known.added < SEEN_OFTEN) this.sources.delete(name);
    }
  }
}

type Told = { readonly name: string; readonly known: Known };

function nameOf(customerId: string, address: string): string {
  return `${customerId} ${addressClasses(address).at(-1)?.name}`;
}
