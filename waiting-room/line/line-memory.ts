import type { Redis } from "ioredis";
import {
  type PublishedCustomer,
  readLogo,
  readPublishedCustomer,
  readPublishedEvent,
} from "@/lib/line/commands/published";
import { type PublishedDraw, readPublishedDraw } from "@/lib/line/commands/run-draw";
import { type EventRef, NODES_KEY } from "@/lib/line/keys";
import { runAlive } from "@/lib/line/scripts/alive";
import type { FindDrawSigner } from "@/lib/secrets/draw-signer";
import { EventLine } from "./event-line";
import { refreshLines } from "./refresh-lines";
import { Rota } from "./turns";

/** How often an event is refreshed; rarer where so many are in use that it would cost visitors more. */
const REFRESH_MS = 500;
const REFRESH_EACH_MS = 0.8;
/** After a second without a call the bucket of an event would lose slots. */
const REFRESH_MAX_MS = 800;
/** Beyond so many events in use, those at rest leave turns out: their refreshes would cost all visitors. */
const RESTING_ABOVE = 100;
/** How often those are refreshed whose turn has come: many events at once would hold visitors up. */
const STEP_MS = 50;
/**
 * An event that nobody asked about for this long is left to the worker's tick, once those who checked
 * in here should have done so again.
 */
const FORGET_MS = 60_000;
/** How long an answer "there is no such event" is believed. */
const UNKNOWN_MS = 2_000;
const UNKNOWN_KEPT = 10_000;
/** How long a customer's secrets and keys are believed. */
const CUSTOMER_MS = 1_000;
/** Published draws that are answered from memory; they never change. */
const DRAWS_KEPT = 4;

export type CachedCustomer = PublishedCustomer & { readonly version: number };

/**
 * What one waiting-room process knows: the events that are in use, refreshed about twice a second,
 * and the customers' secrets, keys and configs. Nothing here grows with the number of visitors.
 */
export class LineNode {
  private readonly redis: Redis;
  private readonly id: string;
  private readonly onError: (error: unknown) => void;
  private readonly findSigner: FindDrawSigner;
  private readonly events = new Map<string, EventLine>();
  private readonly loading = new Map<string, Promise<EventLine | null>>();
  private readonly rota = new Rota<EventLine>(refreshMs);
  private readonly unknownUntilMs = new Map<string, number>();
  private readonly customers = new Map<string, { customer: CachedCustomer; checkedAtMs: number }>();
  private readonly draws = new Map<string, PublishedDraw>();
  private timer: NodeJS.Timeout | undefined;
  private refreshing: Promise<void> | null = null;
  private aliveAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    redis: Redis,
    id: string,
    onError: (error: unknown) => void,
    findSigner: FindDrawSigner = () => null,
  ) {
    this.redis = redis;
    this.id = id;
    this.onError = onError;
    this.findSigner = findSigner;
  }

  /** Keeps the events fresh and tells the others that this process is alive, until `stop`. */
  start(): void {
    const step = () => {
      this.refreshing ??= this.refreshDue().finally(() => {
        this.refreshing = null;
      });
    };
    step();
    this.timer = setInterval(step, STEP_MS);
  }

  /** Ends the refreshing with a last one, so that nothing that was counted is lost. Never rejects. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.refreshing;
    await this.refresh([...this.events.values()]);
  }

  /** The event in memory, without waiting; undefined when it has to be loaded first. */
  known(ref: EventRef): EventLine | undefined {
    const line = this.events.get(nameOf(ref));
    if (line !== undefined) line.isUsed = true;
    return line;
  }

  /** The event, loaded when needed; null when it does not exist. Rejects when Redis is away. */
  async find(ref: EventRef): Promise<EventLine | null> {
    const known = this.known(ref);
    if (known !== undefined) return known;
    const name = nameOf(ref);
    if ((this.unknownUntilMs.get(name) ?? 0) > performance.now()) return null;
    const underWay = this.loading.get(name);
    if (underWay !== undefined) return underWay;
    const loading = this.load(ref, name).finally(() => this.loading.delete(name));
    this.loading.set(name, loading);
    return loading;
  }

  /** The customer in memory, without waiting; undefined when it is older than a second. */
  knownCustomer(customerId: string): CachedCustomer | undefined {
    const held = this.customers.get(customerId);
    const isFresh = held !== undefined && performance.now() - held.checkedAtMs < CUSTOMER_MS;
    return isFresh ? held.customer : undefined;
  }

  /** The customer's secrets, keys and config, at most a second old while Redis answers. */
  async customer(customerId: string): Promise<CachedCustomer | null> {
    const known = this.knownCustomer(customerId);
    if (known !== undefined) return known;
    const held = this.customers.get(customerId);
    try {
      const customer = await readPublishedCustomer(this.redis, customerId);
      if (customer === null) return null;
      this.customers.set(customerId, { customer, checkedAtMs: performance.now() });
      return customer;
    } catch (error) {
      if (held === undefined) throw error;
      this.onError(error);
      return held.customer;
    }
  }

  /** A customer's logo; null when it is not there. */
  logo(customerId: string, hash: string): Promise<Buffer | null> {
    return readLogo(this.redis, customerId, hash);
  }

  /** What is published of the draw of a run; null when there is nothing. */
  async draw(event: EventRef, runId: number): Promise<PublishedDraw | null> {
    const name = `${nameOf(event)}:${runId}`;
    const known = this.draws.get(name);
    if (known !== undefined) return known;
    const { customerId, eventId } = event;
    const draw = await readPublishedDraw(this.redis, { customerId, eventId, runId });
    if (draw?.file === undefined) return draw;
    if (this.draws.size >= DRAWS_KEPT) this.draws.clear();
    this.draws.set(name, draw);
    return draw;
  }

  private async load(ref: EventRef, name: string): Promise<EventLine | null> {
    const settings = await readPublishedEvent(this.redis, ref.customerId, ref.eventId);
    if (settings === null) {
      if (this.unknownUntilMs.size > UNKNOWN_KEPT) this.unknownUntilMs.clear();
      this.unknownUntilMs.set(name, performance.now() + UNKNOWN_MS);
      return null;
    }
    const line = new EventLine(this.redis, settings, this.id, this.findSigner);
    await line.refresh();
    this.events.set(name, line);
    this.rota.add(line);
    return line;
  }

  private async refreshDue(): Promise<void> {
    const nowMs = performance.now();
    const due = this.rota.take(nowMs);
    const isCrowded = this.events.size > RESTING_ABOVE;
    const inUse = due.filter((line) => {
      return !this.forget(line, nowMs) && !(isCrowded && !line.isStale && line.resting.leavesOut());
    });
    await Promise.all([this.tellAlive(nowMs), this.refresh(inUse)]);
  }

  /** Never rejects. */
  private async tellAlive(nowMs: number): Promise<void> {
    if (nowMs - this.aliveAtMs < REFRESH_MS) return;
    this.aliveAtMs = nowMs;
    await runAlive(this.redis, { nodes: NODES_KEY }, { nodeId: this.id }).catch(this.onError);
  }

  /** Forgets an event that nobody has asked about for long; false while it is in use. */
  private forget(line: EventLine, nowMs: number): boolean {
    if (line.isUsed) line.lastUsedMs = nowMs;
    line.isUsed = false;
    if (nowMs - line.lastUsedMs <= FORGET_MS || !line.checkIns.isEmpty) return false;
    this.events.delete(nameOf(line.settings));
    this.rota.delete(line);
    return true;
  }

  /** Never rejects. */
  private async refresh(lines: readonly EventLine[]): Promise<void> {
    for (const failure of await refreshLines(this.redis, lines)) this.onError(failure);
  }
}

function refreshMs(events: number): number {
  return Math.min(REFRESH_MAX_MS, Math.max(REFRESH_MS, REFRESH_EACH_MS * events));
}

function nameOf({ customerId, eventId }: EventRef): string {
  return `${customerId}:${eventId}`;
}
