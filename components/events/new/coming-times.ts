import type { Purpose } from "@/lib/domain/event/purpose";
import { localTimeToInstant } from "@/lib/domain/schedule/local-time";
import type { EventFormValues } from "../event-form-values";

export type ComingTime = { readonly what: string; readonly atMs: number };

type Times = Pick<
  EventFormValues,
  "kind" | "startLocal" | "endLocal" | "timeZone" | "preQueueMinutes"
>;

const MINUTE_MS = 60_000;

/** What will happen by itself and when, as far as the form says it, in the order of time. */
export function comingTimes(purpose: Purpose, times: Times): readonly ComingTime[] {
  const { timeZone, preQueueMinutes } = times;
  if (times.kind === "always-on") return [];
  const [start, end] = [times.startLocal, times.endLocal].map((local) =>
    localTimeToInstant(local, timeZone),
  );
  const isDrawn = purpose === "draw";
  const coming: ComingTime[] = [];
  if (start?.ok === true) {
    const { instantMs } = start;
    if (preQueueMinutes !== null && preQueueMinutes > 0) {
      const what = isDrawn ? "Visitors can enter the draw" : "Pre-queue opens";
      coming.push({ what, atMs: instantMs - preQueueMinutes * MINUTE_MS });
    }
    const what = isDrawn ? "Draw, then visitors are admitted" : "Visitors are admitted";
    coming.push({ what, atMs: instantMs });
  }
  if (end?.ok === true) coming.push({ what: "Ends", atMs: end.instantMs });
  return coming;
}
