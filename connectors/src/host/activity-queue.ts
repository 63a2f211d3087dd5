import type { Decision } from "../core/index.ts";

const USE_HASH_DIGITS = 16;
/** What one report may name. */
const MAX_ITEMS_IN_REPORT = 1000;

/** A visitor who is on the site, has left it, or came in with a token. */
export interface ActivityItem {
  readonly kind: "active" | "over" | "used";
  readonly eventId: string;
  readonly queueId: string;
  /** The beginning of the token's SHA-256; "" unless a token was used. */
  readonly useHash: string;
}

/** What a decision says about its visitor. Without a queue id there is nothing to say. */
export function activityOf(decision: Decision): readonly ActivityItem[] {
  if (decision.type === "cancel") {
    return decision.ended
      .filter(({ queueId }) => queueId !== "")
      .map((session) => ({ kind: "over", useHash: "", ...session }));
  }
  if (decision.type !== "pass" || decision.queueId === "" || decision.cookies.length === 0) {
    return [];
  }
  const { eventId, queueId, tokenHash } = decision;
  const active: ActivityItem = { kind: "active", eventId, queueId, useHash: "" };
  if (tokenHash === null) return [active];
  return [active, { ...active, kind: "used", useHash: tokenHash.slice(0, USE_HASH_DIGITS) }];
}

/** Of what is said about a visitor, only the last counts; each use of a token counts. */
function keyOf({ eventId, queueId, useHash }: ActivityItem): string {
  return `${useHash} ${eventId} ${queueId}`;
}

/** Drops the oldest entries beyond `max` and returns how many. */
export function keepWithin(entries: Map<string, unknown> | Set<string>, max: number): number {
  let surplus = 0;
  for (const key of entries.keys()) {
    if (entries.size <= max) break;
    entries.delete(key);
    surplus += 1;
  }
  return surplus;
}

/** What waits to be reported, oldest first, within a bound. */
export class ActivityQueue {
  readonly #waiting = new Map<string, ActivityItem>();
  readonly #max: number;
  #dropped = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  get dropped(): number {
    return this.#dropped;
  }

  add(item: ActivityItem): void {
    const key = keyOf(item);
    this.#waiting.delete(key);
    this.#waiting.set(key, item);
    this.#dropped += keepWithin(this.#waiting, this.#max);
  }

  /** Takes one report's worth of every event. */
  take(): ReadonlyMap<string, readonly ActivityItem[]> {
    const batches = new Map<string, ActivityItem[]>();
    for (const [key, item] of this.#waiting) {
      const batch = batches.get(item.eventId) ?? [];
      if (batch.length >= MAX_ITEMS_IN_REPORT) continue;
      batch.push(item);
      batches.set(item.eventId, batch);
      this.#waiting.delete(key);
    }
    return batches;
  }

  /**
   * Takes back what could not be reported, unless there is something newer about the visitor. First
   * uses are given up: a report that arrived without our hearing of it would make the next one look
   * like a second use.
   */
  giveBack(items: readonly ActivityItem[]): void {
    for (const item of items) {
      if (item.kind === "used") this.#dropped += 1;
      else if (!this.#waiting.has(keyOf(item))) this.add(item);
    }
  }
}
