import { processorSeconds } from "./process-figures";
import { type Load, saturate, type Target } from "./saturate";
import type { RunningServer } from "./servers";

export type MeasuredLoad = Load & {
  /** Processor time of the server and its children for each request. */
  readonly processorMicroseconds: number;
};

/** A load at full rate, with what it cost the server. */
export async function measureLoad(
  wrk: string,
  target: RunningServer & Target,
  seconds: number,
): Promise<MeasuredLoad> {
  const before = processorSeconds(target.processId);
  const load = await saturate(wrk, target, seconds);
  const used = processorSeconds(target.processId) - before;
  return { ...load, processorMicroseconds: (used / load.requests) * 1e6 };
}
