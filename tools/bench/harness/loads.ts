import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { alternate } from "./medians";
import { processorSeconds } from "./process-figures";
import { startGenerator, type Target } from "./saturate";
import type { RunningServer } from "./servers";

export type MeasuredLoad = {
  readonly requests: number;
  readonly perSecond: number;
  readonly processorMicroseconds: number;
};

export type ServerTarget = RunningServer & Target;

/** Longer than any benchmark. */
const LASTS_SECONDS = 3_600;
/** Until all threads of the generator run again: one that still stands would not hear that it is to end. */
const AWAKE_MS = 100;

/** Sends as fast as is answered. Rejects when a request was refused or a connection broke. */
export async function measureLoad(target: ServerTarget, seconds: number): Promise<MeasuredLoad> {
  const before = processorSeconds(target.processId);
  const load = await startGenerator(target, seconds).ended;
  const used = processorSeconds(target.processId) - before;
  return { ...load, processorMicroseconds: (used / load.requests) * 1e6 };
}

export type Turns = {
  /** What stands still between the turns: the generators alone, or their servers, too. */
  readonly holds: "generators" | "servers";
  readonly rounds: number;
  /** For how long each is let go before the first. */
  readonly resumeMs: number;
  /** For how long in each turn before it counts. */
  readonly settleMs: number;
  readonly windowMs: number;
};

/**
 * Loads at full rate in turn; whose turn it is not stands still and goes on where it was held. How fast a
 * shared machine is changes by half within a second: what is compared has to alternate faster than
 * generators start. Servers that are held stand still afterwards, too. Linux only. Rejects when a
 * request was refused or a connection broke.
 */
export async function alternateHeld<Name extends string>(
  targets: Readonly<Record<Name, ServerTarget>>,
  turns: Turns,
): Promise<Record<Name, MeasuredLoad[]>> {
  const ends: (() => Promise<void>)[] = [];
  const measurements: Partial<Record<Name, () => Promise<MeasuredLoad>>> = {};
  for (const name in targets) {
    const { measure, end } = await holdLoad(targets[name], turns);
    ends.push(end);
    measurements[name] = measure;
  }
  // The names are those of `targets`.
  const complete = measurements as Record<Name, () => Promise<MeasuredLoad>>;
  const measured = await alternate(turns.rounds, complete);
  for (const end of ends) await end();
  return measured;
}

/** A load at full rate that stands still but for the moments in which it is let go. */
async function holdLoad(target: ServerTarget, { holds, resumeMs, settleMs, windowMs }: Turns) {
  const generator = startGenerator(target, LASTS_SECONDS);
  const server = holds === "servers" ? [-target.processId] : [];
  const signal = (kind: NodeJS.Signals) => {
    for (const processId of [generator.processId, ...server]) process.kill(processId, kind);
  };
  const look = () => ({
    sent: requestsSent(generator.processId),
    usedSeconds: processorSeconds(target.processId),
    atMs: performance.now(),
  });
  signal("SIGCONT");
  await delay(resumeMs);
  signal("SIGSTOP");
  return {
    async measure(): Promise<MeasuredLoad> {
      signal("SIGCONT");
      await delay(settleMs);
      const before = look();
      await delay(windowMs);
      const after = look();
      signal("SIGSTOP");
      const requests = after.sent - before.sent;
      const usedSeconds = after.usedSeconds - before.usedSeconds;
      return {
        requests,
        perSecond: (requests * 1_000) / (after.atMs - before.atMs),
        processorMicroseconds: (usedSeconds / requests) * 1e6,
      };
    },
    async end(): Promise<void> {
      signal("SIGCONT");
      await delay(AWAKE_MS);
      generator.interrupt();
      await generator.ended;
      for (const processId of server) process.kill(processId, "SIGSTOP");
    },
  };
}

/** `wrk` writes each request in one piece (proc(5): `syscw`). */
function requestsSent(processId: number): number {
  return Number(/syscw: (\d+)/.exec(readFileSync(`/proc/${processId}/io`, "utf8"))?.[1]);
}
