import type { EventSettings } from "@/lib/domain/event/settings";
import type { Phase } from "@/lib/domain/phase";

/** What of an event's settings decides about its phase. */
export type PhaseSettings = Pick<
  EventSettings,
  "status" | "method" | "kind" | "queueAll" | "startAtMs" | "endAtMs" | "preQueueMinutes"
> & { readonly draw: object | null };

/**
 * The phase of an event at a moment of line time. Of the line `waiting` decides between dormant and queueing of an
 * always-on event; `drawOpensAtMs` is when those who were drawn are called, 0 before the draw. The
 * scripts decide by the same times; this is for showing.
 */
export function phaseAt(
  settings: PhaseSettings,
  lineTimeMs: number,
  line: { readonly waiting: number; readonly drawOpensAtMs: number },
): Phase {
  if (settings.status !== "open") return settings.status;
  if (settings.method === "reject") return "rejected";
  if (settings.kind === "always-on") return isDormant(settings, line) ? "dormant" : "queueing";
  const startAtMs = settings.startAtMs ?? 0;
  if (settings.endAtMs !== null && lineTimeMs >= settings.endAtMs) return "ended";
  if (lineTimeMs < startAtMs - settings.preQueueMinutes * 60_000) return "before";
  if (lineTimeMs < startAtMs) return "pre-queue";
  if (settings.draw === null) return "running";
  return line.drawOpensAtMs > 0 && lineTimeMs >= line.drawOpensAtMs ? "running" : "drawing";
}

/**
 * Line time before which the clock alone does not end the phase of a moment; null where it never will.
 * `drawOpensAtMs` as for the phase.
 */
export function phaseUntilMs(
  { startAtMs, preQueueMinutes, endAtMs }: EventSettings,
  lineTimeMs: number,
  { drawOpensAtMs }: { readonly drawOpensAtMs: number },
): number | null {
  const start = startAtMs ?? 0;
  const ends = [start - preQueueMinutes * 60_000, start, endAtMs ?? 0, drawOpensAtMs];
  const toCome = ends.filter((atMs) => atMs > lineTimeMs);
  return toCome.length === 0 ? null : Math.min(...toCome);
}

/**
 * True where nothing can come any more in this run. Everything else can be undone: nobody in, sold out, a pause, a line that
 * is full. Who meets it is told to ask again.
 */
export function isFinal(phase: Phase): boolean {
  return phase === "ended" || phase === "stopped";
}

/** True in the phases in which numbers are handed out. */
export function canJoin(phase: Phase): boolean {
  return phase === "pre-queue" || phase === "drawing" || canEnter(phase);
}

/** True in the phases in which visitors are let in. */
export function canEnter(phase: Phase): boolean {
  return phase === "running" || phase === "queueing" || phase === "dormant";
}

function isDormant(
  { method, queueAll }: PhaseSettings,
  line: { readonly waiting: number },
): boolean {
  return !queueAll && method !== "random" && line.waiting === 0;
}
