import { z } from "zod";
import { NO_DEFERRED } from "@/lib/domain/deferred/deferred-setting";
import type { Lanes } from "@/lib/domain/lane/lane";
import type { Protection } from "@/lib/domain/protection/protection";
import { type Commitment, drawSourceSchema, isRoundLateEnough } from "./commitment";
import { quicknetSource } from "./drand";
import type { DrawSetting, DrawSource } from "./draw-source";
import { isLottery } from "./is-lottery";

/** How the pre-queue of an event is drawn, as forms and the API send it. */
export const drawSettingSchema = z
  .discriminatedUnion("type", [drawSourceSchema, z.strictObject({ type: z.literal("drand") })])
  .nullable();

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
  readonly lanes: Pick<Lanes, "mode"> & { readonly lanes: readonly unknown[] };
  readonly protection?: Pick<Protection, "lottery" | "deferred"> | null;
};

/** What the draw of an event promises beside its source: who is excluded, and the chances of lanes. */
export function drawRulesOf(
  event: Pick<DrawnEvent, "draw" | "protection"> & { readonly lanes: Lanes },
): Pick<Commitment, "exclusion" | "lanes"> {
  const { action, fromScore } = event.protection?.deferred ?? NO_DEFERRED;
  const lanes = isLottery(event) ? event.lanes.lanes : null;
  return {
    exclusion: action === "none" ? null : { action, fromScore },
    lanes: lanes?.map(({ key, weight }) => ({ key, weight })) ?? null,
  };
}

/** Why the pre-queue of such an event cannot be drawn; null where it can, or where no draw is wanted. */
export function drawProblem(event: DrawnEvent): string | null {
  const { draw, startAtMs } = event;
  if (draw === null) return null;
  if (event.kind !== "scheduled" || event.preQueueMinutes === 0) {
    return "A draw requires a scheduled event with a pre-queue.";
  }
  if (event.method !== "fifo") return "A draw requires the queueing method fifo.";
  if (event.lanes.lanes.length > 1 && !isLottery(event)) {
    return "A draw has one lane. To weight the draw by lane, turn on chances by lane.";
  }
  if (draw.type === "drand" || startAtMs === null) return null;
  if (!isRoundLateEnough(draw, startAtMs)) {
    return "The beacon's round must come more than six seconds after the start.";
  }
  return null;
}
