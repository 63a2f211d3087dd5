import { type DrawSource, isRoundLateEnough } from "./commitment";

/** The settings of an event that its draw depends on. */
export type DrawnEvent = {
  readonly draw: DrawSource | null;
  readonly kind: "always-on" | "scheduled";
  readonly startAtMs: number | null;
  readonly preQueueMinutes: number;
  readonly method: string;
  readonly lanes: { readonly lanes: readonly unknown[] };
};

/** Why the pre-queue of such an event cannot be drawn; null where it can, or is not to be. */
export function drawProblem(event: DrawnEvent): string | null {
  const { draw, startAtMs } = event;
  if (draw === null) return null;
  if (event.kind !== "scheduled" || event.preQueueMinutes === 0) {
    return "Only a scheduled event with a pre-queue can be drawn.";
  }
  if (event.method !== "fifo") return "A draw gives an order; choose the queueing method fifo.";
  if (event.lanes.lanes.length > 1) return "A draw has one lane: it says nothing about others.";
  if (startAtMs !== null && !isRoundLateEnough(draw, startAtMs)) {
    return "The beacon's round must come more than six seconds after the start.";
  }
  return null;
}
