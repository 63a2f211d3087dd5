import { z } from "zod";
import { lineOfText, webAddress, wholeNumber } from "@/lib/domain/fields";
import { readEventTimes } from "./event-times";
import { longestMinutes, recurrenceSchema } from "./recurrence-schema";
import { type OneOffTiming, QUEUEING_METHODS, type Schedule } from "./schedule";

const oneOffSchema = z
  .strictObject({
    kind: z.literal("once"),
    startLocal: z.string(),
    endLocal: z.string(),
    timeZone: z.string(),
  })
  .superRefine(refuseTimes);

const overridesSchema = z.strictObject({
  outflowPerMinute: wholeNumber(1, 1_000_000).exactOptional(),
  method: z.enum(QUEUEING_METHODS).exactOptional(),
  activeCap: wholeNumber(1, 100_000_000).nullable().exactOptional(),
  lineLimit: wholeNumber(1, 100_000_000).nullable().exactOptional(),
  targetUrl: webAddress.exactOptional(),
});

/** A schedule as forms and the API send it. Whether it overlaps with others is checked elsewhere. */
export const scheduleSchema = z
  .strictObject({
    name: lineOfText(100),
    timing: z.discriminatedUnion("kind", [
      oneOffSchema,
      z.strictObject({ kind: z.literal("recurring"), recurrence: recurrenceSchema }),
    ]),
    preQueueMinutes: wholeNumber(0, 1_440).default(0),
    overrides: overridesSchema,
  })
  .superRefine(refusePreQueue);

const SCHEDULES_MAX = 20;

const namedSchedule = scheduleSchema.safeExtend({ id: z.string().regex(/^[a-z0-9-]{1,40}$/) });

/** The schedules of one event, as it stores them. */
export const schedulesSchema = z
  .array(namedSchedule)
  .max(SCHEDULES_MAX, `At most ${SCHEDULES_MAX} schedules.`)
  .refine(
    (schedules) => new Set(schedules.map(({ id }) => id)).size === schedules.length,
    "Two schedules have the same id.",
  );

export type Schedules = z.infer<typeof schedulesSchema>;

/** The occurrence that an event's run is for, as the event stores it. */
export const occurrenceSchema = z
  .object({ schedule: namedSchedule, startAtMs: z.number(), endAtMs: z.number() })
  .nullable();

function refuseTimes(timing: OneOffTiming, issues: z.core.$RefinementCtx): void {
  const result = readEventTimes({ ...timing, kind: "scheduled" });
  if (result.ok) return;
  for (const { field, reason } of result.problems) {
    issues.addIssue({ code: "custom", path: [field], message: reason });
  }
}

function refusePreQueue(
  { timing, preQueueMinutes }: Pick<Schedule, "timing" | "preQueueMinutes">,
  issues: z.core.$RefinementCtx,
): void {
  if (timing.kind === "once") return;
  const { durationMinutes, pattern } = timing.recurrence;
  const minutesMax = longestMinutes(pattern);
  const isTold = durationMinutes > minutesMax;
  if (isTold || preQueueMinutes + durationMinutes <= minutesMax) return;
  const message = "The pre-queue would start before the previous occurrence ends.";
  issues.addIssue({ code: "custom", path: ["preQueueMinutes"], message });
}
