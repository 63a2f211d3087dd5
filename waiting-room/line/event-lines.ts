import { IN_USE, noteLinesInUse } from "@/lib/line/commands/lines-in-use";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { NODES_KEY, type WireRef } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { runAlive } from "@/lib/line/scripts/alive";
import type { FindDrawSigner } from "@/lib/secrets/draw-signer";
import { EventLine } from "./event-line";
import { refreshLines } from "./refresh-lines";
import { Turns } from "./turns";

/** Time between two refreshes of a line; longer where many are in use, so that visitors do not pay for it. */
const REFRESH_MS = 500;
const REFRESH_EACH_MS = 0.8;
/** After a second without a call the bucket of an event would lose slots. */
const REFRESH_MAX_MS = 800;
/** With more lines in use than this, those at rest leave turns out: their refreshes would cost all visitors. */
const RESTING_ABOVE = 100;
/** Lines whose turn has come are refreshed this often: all at once would hold visitors up. */
const STEP_MS = 50;
/**
 * A line that nobody asked about for this long is left to the worker's tick, once those who checked in here
 * should have done so again.
 */
const FORGET_MS = 60_000;
/** How long an answer "there is no such event" is believed. */
const UNKNOWN_MS = 2_000;
const UNKNOWN_KEPT = 10_000;

/**
 * The lines that one waiting-room process has in memory, refreshed about twice a second. Their size does not
 * grow with the number of visitors.
 */
export class EventLines {
  private readonly redis: Redis;
  private readonly processId: string;
  private readonly onError: (error: unknown) => void;
  private readonly findSigner: FindDrawSigner;
  private readonly lines = new Map<string, EventLine>();
  private readonly loading = new Map<string, Promise<EventLine | null>>();
  private readonly turns = new Turns<EventLine>(refreshMs);
  private readonly unknownUntilMs = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private refreshing: Promise<void> | null = null;
  private aliveAtMs = Number.NEGATIVE_INFINITY;
  private toldInUseAtMs = Number.NEGATIVE_INFINITY;
  /** Loaded since the worker was told of lines that are in use. */
  private readonly untold = new Set<EventLine>();

  constructor(
    redis: Redis,
    processId: string,
    onError: (error: unknown) => void,
    findSigner: FindDrawSigner = () => null,
  ) {
    this.redis = redis;
    this.processId = processId;
    this.onError = onError;
    this.findSigner = findSigner;
  }

  /** Keeps the lines fresh and tells the other processes that this one is alive, until `stop`. */
  start(): void {
    const step = () => {
      this.refreshing ??= this.refreshDue().finally(() => {
        this.refreshing = null;
      });
    };
    step();
    this.timer = setInterval(step, STEP_MS);
  }

  /**
   * Refreshes all lines a last time, so that nothing that was counted is lost, and says goodbye to them. Nobody may
   * be let in afterwards. Never rejects.
   */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.refreshing;
    const lines = [...this.lines.values()];
    await this.refresh(lines);
    await Promise.all(lines.map((line) => line.depart().catch(this.onError)));
  }

  /** The lines in memory, whether or not anybody asks about them. */
  all(): Iterable<EventLine> {
    return this.lines.values();
  }

  /** The line in memory, without waiting; undefined when it has to be loaded first. */
  known(ref: WireRef): EventLine | undefined {
    const line = this.lines.get(nameOf(ref));
    if (line === undefined || line.isGone) return undefined;
    line.isUsed = true;
    return line;
  }

  /** The line, loaded when needed; null when there is no such event. Rejects when Redis is away. */
  async find(ref: WireRef): Promise<EventLine | null> {
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

  private async load(ref: WireRef, name: string): Promise<EventLine | null> {
    const settings = await readPublishedEvent(this.redis, ref.customerId, ref.eventId);
    if (settings === null) {
      if (this.unknownUntilMs.size > UNKNOWN_KEPT) this.unknownUntilMs.clear();
      this.unknownUntilMs.set(name, performance.now() + UNKNOWN_MS);
      return null;
    }
    const line = new EventLine(this.redis, settings, this.processId, this.findSigner);
    await line.refresh();
    // A restart that nobody had noticed before: now this process can say how long it took.
    if (line.lineNow() === 0 && !line.isLost) await line.refresh();
    this.lines.set(name, line);
    this.turns.add(line);
    this.untold.add(line);
    return line;
  }

  private async refreshDue(): Promise<void> {
    const nowMs = performance.now();
    const due = this.turns.take(nowMs);
    const isCrowded = this.lines.size > RESTING_ABOVE;
    const inUse = due.filter((line) => {
      return !this.forget(line, nowMs) && !(isCrowded && line.refresher.leavesTurnOut());
    });
    await Promise.all([this.tellAlive(nowMs), this.refresh(inUse)]);
  }

  /** Never rejects. */
  private async tellAlive(nowMs: number): Promise<void> {
    if (nowMs - this.aliveAtMs < REFRESH_MS) return;
    this.aliveAtMs = nowMs;
    const nodeId = this.processId;
    await Promise.all([
      runAlive(this.redis, { nodes: NODES_KEY }, { nodeId }).catch(this.onError),
      this.tellInUse(nowMs).catch(this.onError),
    ]);
  }

  /** New lines at once, all of them from time to time. */
  private async tellInUse(nowMs: number): Promise<void> {
    const isDue = nowMs - this.toldInUseAtMs >= IN_USE.toldEveryMs;
    if (isDue) this.toldInUseAtMs = nowMs;
    const lines = [...(isDue ? this.lines.values() : this.untold)];
    await noteLinesInUse(
      this.redis,
      lines.map(({ settings }) => settings),
    );
    for (const line of lines) this.untold.delete(line);
  }

  /** Forgets a line that nobody has asked about for long; false while it is in use. */
  private forget(line: EventLine, nowMs: number): boolean {
    if (line.isGone) {
      this.drop(line);
      return true;
    }
    if (line.isUsed) line.lastUsedMs = nowMs;
    line.isUsed = false;
    // While Redis is away it may come back with a line that waits to hear from this process.
    const isWaitedFor = line.isStale && !line.isLost;
    const isNeeded = !line.checkIns.isEmpty || line.holdsUnconfirmed || isWaitedFor;
    if (nowMs - line.lastUsedMs <= FORGET_MS || isNeeded) return false;
    this.drop(line);
    line.depart().catch(this.onError);
    return true;
  }

  /** Another line may have its name by now: that one stays. */
  private drop(line: EventLine): void {
    const name = nameOf(line.settings);
    if (this.lines.get(name) === line) this.lines.delete(name);
    this.turns.delete(line);
  }

  /** Never rejects. */
  private async refresh(lines: readonly EventLine[]): Promise<void> {
    const refreshers = lines.map(({ refresher }) => refresher);
    for (const failure of await refreshLines(this.redis, refreshers)) this.onError(failure);
  }
}

function refreshMs(lines: number): number {
  return Math.min(REFRESH_MAX_MS, Math.max(REFRESH_MS, REFRESH_EACH_MS * lines));
}

function nameOf({ customerId, eventId }: WireRef): string {
  return `${customerId}:${eventId}`;
}
