import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Figures } from "../shared/bars";

/** A scenario that brings up a system of its own and measures it from outside. */
export type Scenario = (options: {
  /** How long the scenario runs, for those that take a time. */
  readonly seconds: number;
  /** How many come, for those that take a number. */
  readonly visitors: number;
  /** The attacks that are wanted, for the scenario that makes several; null for all. */
  readonly attack: string | null;
  readonly say: (line: string) => void;
}) => Promise<Figures>;

/** Of each of these figures the largest over several runs. */
export function mostOf<Name extends string>(
  runs: readonly Readonly<Record<Name, number>>[],
  names: readonly Name[],
): Record<Name, number> {
  const most = names.map((name) => [name, Math.max(...runs.map((run) => run[name]))]);
  // The names are those of `names`.
  return Object.fromEntries(most) as Record<Name, number>;
}

/**
 * Measures how late this process is at what it wants to do: visitors that are late only because their
 * machine is busy say little about the line. Answers the longest and the 99th percentile, in ms.
 */
export function watchOwnDelay(): () => {
  readonly delayMsMax: number;
  readonly delayMsP99: number;
} {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return () => {
    delay.disable();
    return {
      delayMsMax: Math.round(delay.max / 1_000_000),
      delayMsP99: Math.round(delay.percentile(99) / 1_000_000),
    };
  };
}
