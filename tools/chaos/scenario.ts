import { monitorEventLoopDelay } from "node:perf_hooks";

/** One thing that has to hold, and whether it did. */
export type Bar = { readonly text: string; readonly isMet: boolean };

/** By name; those of several runs stand below the name of each. */
type Figures = Readonly<
  Record<string, number | boolean | Readonly<Record<string, Readonly<Record<string, number>>>>>
>;

export type Outcome = {
  readonly figures: Figures;
  readonly bars: readonly Bar[];
};

/** A scenario that brings up a system of its own and measures it from outside. */
export type Scenario = (options: {
  /** How long the scenario runs, for those that take a time. */
  readonly seconds: number;
  /** How many come, for those that take a number. */
  readonly visitors: number;
  /** The attacks that are wanted, for the scenario that makes several; null for all. */
  readonly attack: string | null;
  readonly say: (line: string) => void;
}) => Promise<Outcome>;

/** A bar that a figure may reach and not pass. */
export function atMost(name: string, value: number, most: number): Bar {
  return { text: `${name} is ${value}, at most ${most} is allowed`, isMet: value <= most };
}

/** A bar that a figure has to reach. */
export function atLeast(name: string, value: number, least: number): Bar {
  return { text: `${name} is ${value}, at least ${least} is wanted`, isMet: value >= least };
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
