import type { EventRef } from "@/lib/line/keys";
import { residentMegabytes } from "../bench/harness/process-figures";
import { newBrowser } from "./browser";
import type { Cluster } from "./cluster";
import { atPace } from "./pace";

/** New browsers join an event, so many a second, until that is ended; tells how long each took that got a place. */
export function joinAtPace(cluster: Cluster, event: EventRef, perSecond: number) {
  const ms: number[] = [];
  let failed = 0;
  const joining = atPace(perSecond, async () => {
    const startedAtMs = performance.now();
    const number = await newBrowser(cluster, event).join();
    if (number === null) failed += 1;
    else ms.push(performance.now() - startedAtMs);
  });
  return {
    async end() {
      await joining.end();
      return { ms, failed };
    },
  };
}

export function watchMemory(processId: number) {
  const megabytes: number[] = [];
  const look = () => void megabytes.push(residentMegabytes(processId));
  look();
  const timer = setInterval(look, 100);
  return {
    end(): readonly number[] {
      clearInterval(timer);
      look();
      return megabytes;
    },
  };
}

/** The value that so large a share does not exceed; infinite for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.POSITIVE_INFINITY;
}
