import type { Decision, EndedSession } from "../core/decision.ts";

const USE_HASH_DIGITS = 16;
/** What one report may name. */
const MAX_ITEMS_IN_REPORT = 1000;

/** A visitor who is on the site, has left it, or came in with a token. */
export interface ActivityItem {
  readonly kind: "active" | "over" | "used";
  readonly eventId: string;
  readonly queueId: string;
  /** The beginning of the token's own hash; "" unless a token was used. */
  readonly useHash: string;
}

/** What is said of sessions that end. */
export function endsOf(ended: readonly EndedSession[]): readonly ActivityItem[] {
  return ended
    .filter(({ queueId }) => queueId !== "")
    .map((session) => ({ kind: "over", useHash: "", ...session }));
}

/** What a decision says about its visitor. Without a queue id there is nothing to say. */
export function activityOf(decision: Decision): readonly ActivityItem[] {
  if (decision.type === "cancel") {
    return endsOf(decision.ended);
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

/** What one request tells the waiting room. It is sent again, unchanged, until it arrives. */
export interface ActivityReport {
  readonly eventId: string;
  /** Names the report among those of its reporter. */
  readonly batch: string;
  readonly items: readonly ActivityItem[];
  /** Visitors who were let through because no config was ever seen. */
  readonly failedOpen: number;
}

/** What waits to be reported, oldest first; there is a limit. */
export class ActivityQueue {
  readonly #waiting = new Map<string, ActivityItem>();
  readonly #unheard = new Map<string, ActivityReport>();
  readonly #max: number;
  #dropped = 0;
  #failedOpen = 0;
  #made = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get waiting(): number {
    let waiting = this.#waiting.size;
    for (const { items } of this.#unheard.values()) waiting += items.length;
    return waiting;
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

  /** Without a config there is no event to name: it goes along with the next report of any. */
  addFailedOpen(): void {
    this.#failedOpen += 1;
  }

  /**
   * One report for every event: the one that was not heard, or else a new one. So what is said later
   * about a visitor also arrives later.
   */
  take(): readonly ActivityReport[] {
    for (const [eventId, items] of this.#takeItems()) {
      this.#made += 1;
      const failedOpen = this.#failedOpen;
      this.#failedOpen = 0;
      this.#unheard.set(eventId, { eventId, batch: String(this.#made), items, failedOpen });
    }
    return [...this.#unheard.values()];
  }

  /** Removes a report that arrived or is given up; false when it was removed before. */
  forget(report: ActivityReport): boolean {
    const isNews = this.#unheard.get(report.eventId) === report;
    if (isNews) this.#unheard.delete(report.eventId);
    return isNews;
  }

  /** Drops a report that the waiting room refused for its content, because it would refuse it again. */
  giveUp(report: ActivityReport): void {
    if (this.forget(report)) this.#dropped += report.items.length;
  }

  #takeItems(): ReadonlyMap<string, readonly ActivityItem[]> {
    const batches = new Map<string, ActivityItem[]>();
    for (const [key, item] of this.#waiting) {
      const batch = batches.get(item.eventId) ?? [];
      if (batch.length >= MAX_ITEMS_IN_REPORT || this.#unheard.has(item.eventId)) continue;
      batch.push(item);
      batches.set(item.eventId, batch);
      this.#waiting.delete(key);
    }
    return batches;
  }
}
