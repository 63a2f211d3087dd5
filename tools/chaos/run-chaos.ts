import { reportCrowd, reportPlaces } from "../crowd/report";
import { type Crowd, startCrowd } from "../crowd/run-crowd";
import { sleep } from "../shared/time";
import type { Stack } from "../stack/stack";
import { newDisturbance } from "./aftermath";
import { copyAppendOnlyFolder } from "./aof-copies";
import type { Fault } from "./faults";

export type ChaosReport = {
  readonly placesLost: number;
  readonly doubledNumbers: number;
  readonly doubleAdmissions: number;
  readonly maxSlidingRatio: number;
  readonly inversions: number;
  /** The longest time from a fault to the first visitor let in after everything answered again. */
  readonly recoverySeconds: number;
  /** Visitors who were never let in, and errors outside the time of a fault. */
  readonly visitorErrors: number;
};

type Options = {
  readonly faults: readonly Fault[];
  readonly visitors: number;
  readonly perSecond: number;
  readonly absent: number;
  readonly timeoutSeconds: number;
  readonly say: (line: string) => void;
};

/** Sends a crowd through a running system and makes the faults in the middle of it. */
export async function runChaos(stack: Stack, options: Options): Promise<ChaosReport> {
  const copies = await copyAppendOnlyFolder(stack);
  const disturbance = newDisturbance();
  const crowd = startCrowd({
    shop: new URL("/tickets", stack.urls.shop),
    visitors: options.visitors,
    perSecond: options.perSecond,
    absent: options.absent,
    timeoutSeconds: options.timeoutSeconds,
    onProgress: options.say,
    isDisturbed: disturbance.isDisturbed,
  });
  const startedAtMs = performance.now();
  let recoverySeconds = 0;
  for (const fault of options.faults) {
    await sleep(startedAtMs + fault.atSeconds * 1_000 - performance.now());
    options.say(`Fault: ${fault.name}`);
    const faultAtMs = performance.now();
    disturbance.begin();
    await fault.make(stack, copies);
    const readyAtMs = performance.now();
    disturbance.end();
    const nextAtMs = await nextAdmission(crowd, readyAtMs, options.timeoutSeconds);
    const seconds = (nextAtMs - faultAtMs) / 1_000;
    options.say(`Somebody was let in ${seconds.toFixed(1)} s after it`);
    recoverySeconds = Math.max(recoverySeconds, seconds);
  }
  const { observations, disturbedErrors, ...line } = await crowd.result;
  await copies.close();
  options.say(`${disturbedErrors} requests failed during the faults and were repeated`);
  const seen = reportCrowd(observations, line);
  for (const text of new Set(observations.flatMap(({ errors }) => errors))) options.say(text);
  return {
    ...reportPlaces(observations),
    doubleAdmissions: seen.admittedTwice,
    maxSlidingRatio: seen.maxSlidingRatio,
    inversions: seen.inversions,
    recoverySeconds: Math.round(recoverySeconds * 10) / 10,
    visitorErrors: seen.neverAdmitted + seen.errors,
  };
}

async function nextAdmission(
  crowd: Crowd,
  afterMs: number,
  timeoutSeconds: number,
): Promise<number> {
  const endsAtMs = afterMs + timeoutSeconds * 1_000;
  while (performance.now() < endsAtMs) {
    const after = crowd.observations
      .map(({ admittedAtMs }) => admittedAtMs ?? 0)
      .filter((at) => at >= afterMs);
    if (after.length > 0) return Math.min(...after);
    await sleep(100);
  }
  return endsAtMs;
}
