import { processorSeconds } from "./process-figures";
import { type Load, type RawRequest, saturate } from "./saturate";
import type { RunningServer } from "./servers";

export type MeasuredLoad = Load & {
  /** Processor time of the server and its children for each request. */
  readonly processorMicroseconds: number;
};

/** A load at full rate, with what it cost the server. */
export async function measureLoad(
  wrk: string,
  target: RunningServer & { readonly requests: readonly RawRequest[] },
  seconds: number,
): Promise<MeasuredLoad> {
  const before = processorSeconds(target.processId);
  const load = await saturate(wrk, target, seconds);
  const used = processorSeconds(target.processId) - before;
  return { ...load, processorMicroseconds: (used / load.requests) * 1e6 };
}
