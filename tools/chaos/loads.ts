import type { EventRef } from "@/lib/line/keys";
import { residentMegabytes } from "../bench/harness/process-figures";
import { sleep } from "../shared/time";
import { newBrowser } from "./browser";
import type { Cluster } from "./cluster";
import { atPace, type Repeated } from "./pace";

/** New browsers join an event; who gets no place has failed. */
export function joinAtPace(cluster: Cluster, event: EventRef, perSecond = 20) {
  const join = async () => (await newBrowser(cluster, event).join()) !== null;
  return timeAtPace(perSecond, join);
}

/** Does something so many times a second until that is ended; tells how long each took that was well, and how many failed. */
export function timeAtPace(perSecond: number, work: (index: number) => Promise<boolean>) {
  const ms: number[] = [];
  let failed = 0;
  const working = atPace(perSecond, async (index) => {
    const startedAtMs = performance.now();
    if (await work(index)) ms.push(performance.now() - startedAtMs);
    else failed += 1;
  });
  return { end: () => working.end().then(() => ({ ms, failed })) };
}

type Turns = { readonly count: number; readonly ms: number };

/** Others join while one thing and another goes on in turns, so that what else the machine does falls on both. */
export async function takeTurns(
  cluster: Cluster,
  others: EventRef,
  turns: Turns,
  begin: readonly ((turn: number) => Promise<Repeated | null>)[],
) {
  const joins: number[][] = begin.map(() => []);
  let othersFailed = 0;
  for (let turn = 0; turn < turns.count; turn += 1) {
    const at = turn % begin.length;
    const busy = await begin[at]?.(turn);
    const visitors = joinAtPace(cluster, others);
    await sleep(turns.ms);
    await busy?.end();
    const { ms, failed } = await visitors.end();
    othersFailed += failed;
    joins[at]?.push(...ms);
  }
  return { joins, othersFailed };
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
