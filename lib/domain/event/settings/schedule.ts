import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import { choice, custom, localTime, minutes, text } from "./kinds";
import { setting } from "./setting";

/** When an event is at work, and what happens after its end. */
export const schedule = {
  kind: setting(choice({ "always-on": "always on", scheduled: "scheduled" }), {
    label: "Kind",
    words: "always on scheduled safety net 24/7 peak protection",
    isOwn: true,
    wire: "always",
    inTestCopy: "always-on",
    column: "kind",
  }),
  timeZone: setting(text, {
    label: "Time zone",
    words: "clock utc",
    default: "UTC",
    isOwn: true,
    wire: "always",
  }),
  /** Null for an always-on event. */
  startLocal: setting(localTime, {
    label: "Start",
    words: "opens begin date time",
    default: null,
    isOwn: true,
    isOutsideTemplates: true,
    onlyFor: "scheduled",
    inTestCopy: null,
    column: "startAt",
  }),
  endLocal: setting(localTime, {
    label: "End",
    words: "closes finish date time",
    default: null,
    isOwn: true,
    isOutsideTemplates: true,
    onlyFor: "scheduled",
    inTestCopy: null,
    column: "endAt",
  }),
  preQueueMinutes: setting(minutes(0, 1_440), {
    label: "Pre-queue",
    words: "early before start prequeue countdown holding",
    default: EVENT_DEFAULTS.preQueueMinutes,
    wire: "always",
  }),
  /** Where the draw of the pre-queue gets its randomness from; null: arrivals keep their order. */
  draw: setting(custom("draw"), {
    label: "Pre-queue order",
    words: "draw random lottery beacon shuffle randomization",
    default: null,
    onlyFor: "scheduled",
    inTestCopy: null,
  }),
  /** What visitors get after the end; null for the page, and protected pages keep them out. */
  afterEvent: setting(custom("afterEvent"), {
    label: "After the event",
    words: "end message redirect open pages",
    default: null,
    onlyFor: "scheduled",
    inTestCopy: null,
  }),
  /** Named times that open a scheduled event, or change an always-on one while they hold. */
  schedules: setting(custom("schedules"), {
    label: "Schedules",
    words: "recurring repeats weekly calendar waiting events",
    default: [],
    isOwn: true,
    inTestCopy: [],
    column: "schedules",
  }),
};
