import { z } from "zod";
import { type DrawSource, drawSourceSchema, isRoundLateEnough } from "./commitment";
import { quicknetSource } from "./drand";

/** How the pre-queue of an event is drawn; `drand` takes the round that suits the start of each run. */
export const drawSettingSchema = z
  .discriminatedUnion("type", [drawSourceSchema, z.strictObject({ type: z.literal("drand") })])
  .nullable();

export type DrawSetting = z.infer<typeof drawSettingSchema>;

/** The source that a run with this start commits to. */
export function sourceOfRun(setting: NonNullable<DrawSetting>, startAtMs: number): DrawSource {
  return setting.type === "drand" ? quicknetSource(startAtMs) : setting;
}

/** The settings of an event that its draw depends on. */
export type DrawnEvent = {
  readonly draw: DrawSetting;
  readonly kind: "always-on" | "scheduled";
  readonly startAtMs: number | null;
  readonly preQueueMinutes: number;
  readonly method: string;
  readonly lanes: { readonly lanes: readonly unknown[] };
};

/** Why the pre-queue of such an event cannot be drawn; null where it can, or where no draw is wanted. */
export function drawProblem(event: DrawnEvent): string | null {
  const { draw, startAtMs } = event;
  if (draw === null) return null;
  if (event.kind !== "scheduled" || event.preQueueMinutes === 0) {
    return "Only a scheduled event with a pre-queue can be drawn.";
  }
  if (event.method !== "fifo") return "A draw gives an order; choose the queueing method fifo.";
  if (event.lanes.lanes.length > 1) return "A draw has one lane: it says nothing about others.";
  if (draw.type === "drand" || startAtMs === null) return null;
  if (!isRoundLateEnough(draw, startAtMs)) {
    return "The beacon's round must come more than six seconds after the start.";
  }
  return null;
}
