import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { MeasuredLoad } from "./measure-load";
import { alternate } from "./medians";
import { processorSeconds } from "./process-figures";
import { type RunningGenerator, startGenerator, type Target } from "./saturate";
import type { RunningServer } from "./servers";

/** Longer than any benchmark. */
const LASTS_SECONDS = 3_600;
/** Until all threads of the generator run again: one that still stands would not hear that it is to end. */
const AWAKE_MS = 100;

/** How loads take turns. */
export type Turns = {
  /** What stands still between the turns: the generators alone, or their servers, too. */
  readonly holds: "generators" | "servers";
  readonly rounds: number;
  /** For how long each is let go before the first. */
  readonly resumeMs: number;
  /** For how long in each turn before it counts. */
  readonly settleMs: number;
  /** For how long it counts. */
  readonly windowMs: number;
};

/**
 * Loads at full rate in turn; whose turn it is not stands still and goes on where it was held. How fast a
 * shared machine is changes by half within a second: what is compared has to alternate faster than
 * generators start. Servers that are held stand still afterwards, too. Linux only. Rejects when a
 * request was refused or a connection broke.
 */
export async function alternateHeld<Name extends string>(
  wrk: string,
  targets: Readonly<Record<Name, RunningServer & Target>>,
  turns: Turns,
): Promise<Record<Name, MeasuredLoad[]>> {
  const loads: HeldLoad[] = [];
  const measurements: Partial<Record<Name, () => Promise<MeasuredLoad>>> = {};
  for (const name in targets) {
    const load = new HeldLoad(wrk, targets[name], turns.holds === "servers");
    await load.letGo(turns.resumeMs);
    loads.push(load);
    measurements[name] = () => load.measure(turns);
  }
  // The names are those of `targets`.
  const measured = await alternate(
    turns.rounds,
    measurements as Record<Name, () => Promise<MeasuredLoad>>,
  );
  for (const load of loads) await load.end();
  return measured;
}

/** A load at full rate that stands still but for the moments in which it is let go. */
class HeldLoad {
  private readonly target: RunningServer;
  private readonly generator: RunningGenerator;
  private readonly held: readonly number[];

  constructor(wrk: string, target: RunningServer & Target, holdsServer: boolean) {
    this.target = target;
    this.generator = startGenerator(wrk, target, LASTS_SECONDS);
    const { processId } = this.generator;
    this.held = holdsServer ? [processId, -target.processId] : [processId];
  }

  async letGo(milliseconds: number): Promise<void> {
    this.signal("SIGCONT");
    await delay(milliseconds);
    this.signal("SIGSTOP");
  }

  async measure({ settleMs, windowMs }: Turns): Promise<MeasuredLoad> {
    this.signal("SIGCONT");
    await delay(settleMs);
    const before = this.look();
    await delay(windowMs);
    const after = this.look();
    this.signal("SIGSTOP");
    const requests = after.sent - before.sent;
    const usedSeconds = after.usedSeconds - before.usedSeconds;
    return {
      requests,
      perSecond: (requests * 1_000) / (after.atMs - before.atMs),
      processorMicroseconds: (usedSeconds / requests) * 1e6,
    };
  }

  async end(): Promise<void> {
    this.signal("SIGCONT");
    await delay(AWAKE_MS);
    this.generator.interrupt();
    await this.generator.ended;
    if (this.held.length > 1) process.kill(-this.target.processId, "SIGSTOP");
  }

  private look() {
    return {
      sent: requestsSent(this.generator.processId),
      usedSeconds: processorSeconds(this.target.processId),
      atMs: performance.now(),
    };
  }

  private signal(kind: NodeJS.Signals): void {
    for (const processId of this.held) process.kill(processId, kind);
  }
}

/** `wrk` writes each request in one piece (proc(5): `syscw`). */
function requestsSent(processId: number): number {
  return Number(/syscw: (\d+)/.exec(readFileSync(`/proc/${processId}/io`, "utf8"))?.[1]);
}
