import { reportCrowd, reportPlaces } from "../crowd/report";
import { startCrowd } from "../crowd/run-crowd";
import { newDisturbance, secondsUntilAdmitting } from "./aftermath";
import { copyAppendOnlyFolder } from "./aof-copies";
import { onCluster, type Scenario } from "./cluster";
import { type Fault, kill, oldRedis, oldRedisTwice } from "./faults";
import { follow } from "./pace";
import { sayErrors } from "./sale-figures";

/** People arrive for this long, so that some join before, during and after the first fault. */
const ARRIVALS_SECONDS = 40;
const TIMEOUT_SECONDS = 600;
/** The share of those who join and never come back. */
const ABSENT = 0.3;

export const CROWD_FAULTS = {
  worker: underFaults([
    { at: 15, name: "kill -9 of the worker", make: kill("worker") },
    { at: 45, name: "kill -9 of the worker again", make: kill("worker") },
  ]),
  "waiting-room": underFaults([
    { at: 10, name: "kill -9 of the waiting room while people join", make: kill("waiting-room") },
    { at: 50, name: "kill -9 of the waiting room while people enter", make: kill("waiting-room") },
  ]),
  redis: underFaults([
    { at: 10, name: "kill -9 of Redis", make: kill("redis") },
    { at: 30, name: "Redis from a copy that is two seconds old", make: oldRedis() },
    { at: 50, name: "the same, and the waiting room killed", make: oldRedis("waiting-room") },
    { at: 70, name: "Redis from an old copy twice within five seconds", make: oldRedisTwice },
  ]),
} as const;

function underFaults(faults: readonly Fault[]): Scenario {
  return onCluster({ rooms: 1, workers: 1, shop: true }, async (stage) => {
    const { cluster, visitors, say } = stage;
    const copies = await copyAppendOnlyFolder(cluster.stack);
    const disturbance = newDisturbance();
    const crowd = startCrowd({
      shop: new URL("/tickets", cluster.stack.urls.shop),
      ...{ visitors, perSecond: visitors / ARRIVALS_SECONDS, absent: ABSENT },
      ...{ timeoutSeconds: TIMEOUT_SECONDS, onProgress: say, isDisturbed: disturbance.isDisturbed },
    });
    let recoverySeconds = 0;
    await follow(faults, 1_000, async ({ name, make }) => {
      say(`Fault: ${name}`);
      const faultAtMs = performance.now();
      await disturbance.during(async () => void (await make({ cluster, copies })));
      const readyAtMs = performance.now();
      const within = { withinMs: TIMEOUT_SECONDS * 1_000, say };
      const seconds = await secondsUntilAdmitting(() => crowd.observations, readyAtMs, within);
      recoverySeconds = Math.max(recoverySeconds, seconds + (readyAtMs - faultAtMs) / 1_000);
    });
    const { observations, disturbedErrors, ...line } = await crowd.result;
    await copies.close();
    say(`${disturbedErrors} requests failed during the faults and were repeated`);
    const seen = reportCrowd(observations, line);
    sayErrors(observations, say);
    return {
      ...reportPlaces(observations),
      doubleAdmissions: seen.admittedTwice,
      maxSlidingRatio: seen.maxSlidingRatio,
      inversions: seen.inversions,
      // The longest time from a fault to the first visitor let in after everything answered again.
      recoverySeconds: Math.round(recoverySeconds * 10) / 10,
      // Visitors who were never let in, and errors outside the time of a fault.
      visitorErrors: seen.neverAdmitted + seen.errors,
    };
  });
}
