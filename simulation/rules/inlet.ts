import type { Inlet } from "@/lib/domain/inlet/inlet";
import { intervalsUntil, settleBucket } from "./bucket";
import type { Line, PeriodicInlet } from "./line-state";

/**
 * Replaces what opens the line besides the settings, at once; null takes it away. What was given and not used stays
 * given, and intervals that have passed already give nothing. A cap on who is on the site is one of `Seats`.
 */
export function setInlet(
  line: Line,
  inlet: Exclude<Inlet, { type: "max-active" }> | null,
  nowMs: number,
): void {
  settleBucket(line, nowMs);
  line.inletOutflow = inlet?.type === "fixed-rate" ? inlet.perMinute : null;
  line.inlet = inlet?.type === "periodic" ? periodicFrom(inlet, nowMs) : null;
  const counts = inlet?.type === "periodic" || inlet?.type === "custom";
  line.grants = counts ? (line.grants ?? 0) : null;
}

function periodicFrom(inlet: Extract<Inlet, { type: "periodic" }>, nowMs: number): PeriodicInlet {
  const times = { everyMs: inlet.intervalSeconds * 1_000, startMs: inlet.startAtMs };
  const given = nowMs > inlet.startAtMs ? intervalsUntil(times, nowMs) : 0;
  return { ...times, by: inlet.incrementBy, endMs: inlet.endAtMs, given };
}
