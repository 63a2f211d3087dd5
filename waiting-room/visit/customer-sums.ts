import { hash } from "node:crypto";
import type { Redis } from "ioredis";
import { addSourceJoins } from "@/lib/line/commands/source-sums";
import { deriveKey, type MasterKey } from "@/lib/secrets/seal";
import { addressClasses } from "@/waiting-room/http/address-group";

/** Sums are added to, and read back, so often. */
const EVERY_MS = 1_000;
/** What is told of a customer at once, the busiest first; the others wait for their turn. */
const SOURCES_AT_ONCE = 256;
/** Of a source that nobody asked about for so long nothing is known here any more. */
const KEPT_MS = 60_000;
const SOURCES_KEPT = 50_000;
const KEY_BYTES = 8;

type Known = {
  readonly source: Buffer;
  readonly customerId: string;
  /** Joins here that Redis does not know yet. */
  added: number;
  /** What all processes have counted, as Redis said last. */
  sum: number;
  usedAtMs: number;
  isAsked: boolean;
};

/**
 * How often addresses have joined at all events of a customer, together with other processes. Approximate: what others
 * count is known a second later, and an IPv6 address counts with its site of 48 bits. No join waits for it.
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
    const known = this.find(customerId, address);
    known.isAsked = true;
    this.schedule();
    return known.sum + known.added;
  }

  /** Counts a join. */
  note(customerId: string, address: string): void {
    this.find(customerId, address).added += 1;
    this.schedule();
  }

  private find(customerId: string, address: string): Known {
    const name = `${customerId} ${addressClasses(address).at(-1)?.name}`;
    const known = this.sources.get(name) ?? {
      source: hash("sha256", `${this.key} ${name}`, "buffer").subarray(0, KEY_BYTES),
      customerId,
      added: 0,
      sum: 0,
      usedAtMs: 0,
      isAsked: false,
    };
    known.usedAtMs = performance.now();
    if (this.sources.size >= SOURCES_KEPT && !this.sources.has(name)) this.sources.clear();
    this.sources.set(name, known);
    return known;
  }

  private schedule(): void {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.exchange()
        .catch(this.onError)
        .finally(() => {
          this.timer = undefined;
        });
    }, EVERY_MS);
    this.timer.unref();
  }

  /** Tells Redis what was counted here, and learns what others have. Rejects when Redis is away; nothing is lost then. */
  async exchange(): Promise<void> {
    const due = new Map<string, Known[]>();
    const forgottenBeforeMs = performance.now() - KEPT_MS;
    for (const [name, known] of this.sources) {
      if (known.added === 0 && known.usedAtMs < forgottenBeforeMs) this.sources.delete(name);
      if (known.added === 0 && !known.isAsked) continue;
      const ofCustomer = due.get(known.customerId);
      if (ofCustomer === undefined) due.set(known.customerId, [known]);
      else ofCustomer.push(known);
    }
    for (const [customerId, sources] of due) await this.tell(customerId, sources);
    if ([...this.sources.values()].some(({ added }) => added > 0)) this.schedule();
  }

  private async tell(customerId: string, sources: Known[]): Promise<void> {
    const told = sources.sort((a, b) => b.added - a.added).slice(0, SOURCES_AT_ONCE);
    const joins = told.map(({ source, added }) => ({ source, count: added }));
    const sums = await addSourceJoins(this.redis, customerId, joins);
    for (const [index, known] of told.entries()) {
      known.added -= joins[index]?.count ?? 0;
      known.sum = sums[index] ?? known.sum;
      known.isAsked = false;
    }
  }
}
