import type { Inlet } from "@/lib/domain/inlet/inlet";
import type { Line, PeriodicInlet } from "./line-state";

/**
 * Gives the slots of a periodic inlet whose intervals have passed: the first at the start itself, none after
 * the end, and none twice.
 */
export function giveGrants(line: Line, nowMs: number): void {
  const { inlet } = line;
  if (inlet === null) return;
  const untilMs = Math.min(nowMs, inlet.endMs ?? nowMs);
  const due = untilMs >= inlet.startMs ? intervalsUntil(inlet, untilMs) : 0;
  if (due <= inlet.given) return;
  line.grants = (line.grants ?? 0) + (due - inlet.given) * inlet.by;
  inlet.given = due;
}

/**
 * Replaces what opens the line besides the settings; null takes it away. What was given and not used stays
 * given, and intervals that have passed already give nothing. A cap on who is on the site is one of `Seats`.
 */
export function setInlet(
  line: Line,
  inlet: Exclude<Inlet, { type: "max-active" }> | null,
  nowMs: number,
): void {
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

function intervalsUntil(
  { startMs, everyMs }: Pick<PeriodicInlet, "startMs" | "everyMs">,
  ms: number,
): number {
  return Math.floor((ms - startMs) / everyMs) + 1;
}
