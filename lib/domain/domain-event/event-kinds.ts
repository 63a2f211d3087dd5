import { z } from "zod";
import { THRESHOLD_METRICS } from "@/lib/domain/threshold/threshold";
import { type DomainEventKind, PLAIN } from "./kind";

const run = z.int().min(1);
const perMinute = z.number().min(0);
const change = z.object({
  field: z.string(),
  label: z.string(),
  from: z.unknown(),
  to: z.unknown(),
});
const EVENT = { scope: "event", permission: "event:read", version: 1 } as const;
const OF_RUN = { data: z.object({ run }), example: { run: 3 } } as const;
const OF_CHALLENGES = {
  data: z.object({ run, percent: z.int().min(0).max(100) }),
  example: { run: 3, percent: 34 },
} as const;
const OF_THRESHOLD = {
  data: z.object({
    run,
    thresholdId: z.string(),
    name: z.string(),
    metric: z.enum(THRESHOLD_METRICS),
    value: z.number().nullable(),
  }),
  example: {
    ...{ run: 3, thresholdId: "thr_YQx1cWd0V1hZc2hHbU5qQQ", name: "Line too long" },
    ...{ metric: "waiting", value: 5120 },
  },
} as const;

/** What happens at an event. */
export const EVENT_KINDS = {
  "event.created": {
    ...EVENT,
    title: "Event created",
    about: "An event was created: blank, from a template or as a copy.",
    ...PLAIN,
  },
  "event.changed": {
    ...EVENT,
    title: "Settings changed",
    about: "Settings of an event changed. Each change has the old and the new value.",
    data: z.object({ changes: z.array(change) }),
    example: {
      changes: [{ field: "sessionMinutes", label: "Session length", from: "10", to: "15" }],
    },
  },
  "event.deleted": {
    ...EVENT,
    title: "Event deleted",
    about: "An event was deleted with its data.",
    ...PLAIN,
  },
  "event.schedule_applied": {
    ...EVENT,
    title: "Schedule applied",
    about:
      "A schedule of an always-on event started or ended. `null` means the event's own settings.",
    data: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
    example: { from: null, to: "Evenings" },
  },
  "event.opened": {
    ...EVENT,
    title: "Event opened",
    about: "A run started: the waiting room accepts visitors.",
    ...OF_RUN,
  },
  "event.ended": {
    ...EVENT,
    title: "Event ended",
    about: "A run ended, either stopped by someone or on schedule.",
    ...OF_RUN,
  },
  "event.paused": {
    ...EVENT,
    title: "Event paused",
    about: "Admission is paused until someone resumes the event. `message` is what visitors see.",
    data: z.object({ message: z.string().nullable() }),
    example: { message: "The shop is checking payments. Your place is safe." },
  },
  "event.resumed": {
    ...EVENT,
    title: "Event resumed",
    about: "Visitors are admitted again.",
    ...PLAIN,
  },
  "event.outflow_changed": {
    ...EVENT,
    title: "Outflow changed",
    about: "Someone changed how many visitors are admitted per minute.",
    data: z.object({ from: perMinute, to: perMinute }),
    example: { from: 100, to: 200 },
  },
  "event.message_changed": {
    ...EVENT,
    title: "Message changed",
    about: "The message to waiting visitors changed. `null` means no message.",
    data: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
    example: { from: null, to: "Row A has sold out." },
  },
  "event.queue_all_changed": {
    ...EVENT,
    title: "Queue all turned on or off",
    about: "Whether every visitor waits, or only when demand exceeds capacity.",
    data: z.object({ isOn: z.boolean() }),
    example: { isOn: true },
  },
  "event.soft_block_changed": {
    ...EVENT,
    title: "Soft block turned on or off",
    about: "Whether visitors who look automated must solve a challenge.",
    data: z.object({ isOn: z.boolean() }),
    example: { isOn: true },
  },
  "event.let_through_started": {
    ...EVENT,
    title: "Everyone let through",
    about: "The waiting room admits all visitors without waiting.",
    ...OF_RUN,
  },
  "event.let_through_ended": {
    ...EVENT,
    title: "Queueing restored",
    about: "Visitors wait in line again.",
    ...PLAIN,
  },
  "event.queueing_started": {
    ...EVENT,
    title: "Queueing started",
    about: "Demand exceeds the outflow, so visitors wait.",
    data: z.object({ run, waiting: z.int().min(1) }),
    example: { run: 3, waiting: 41 },
  },
  "event.queueing_ended": {
    ...EVENT,
    title: "Queueing ended",
    about: "Nobody has been waiting for a minute.",
    ...OF_RUN,
  },
  "event.sold_out": {
    ...EVENT,
    title: "Sold out",
    about: "The stock is used up, so nobody else is admitted.",
    ...OF_RUN,
  },
  "event.back_in_stock": {
    ...EVENT,
    title: "Back in stock",
    about: "Stock is available again after the event sold out.",
    ...OF_RUN,
  },
  "event.full": {
    ...EVENT,
    title: "Line full",
    about: "As many visitors wait as the line limit allows: nobody else can join.",
    ...OF_RUN,
  },
  "event.has_room": {
    ...EVENT,
    title: "Line has room again",
    about: "Visitors can join again: the line is below 98 % of its limit.",
    ...OF_RUN,
  },
  "event.challenges_high": {
    ...EVENT,
    title: "Many challenges",
    about: "In the last minutes, `percent` of those who wanted to join got a challenge.",
    ...OF_CHALLENGES,
  },
  "event.challenges_normal": {
    ...EVENT,
    title: "Challenges back to normal",
    about: "The share of challenges is normal again.",
    ...OF_CHALLENGES,
  },
  "event.threshold_crossed": {
    ...EVENT,
    title: "Threshold crossed",
    about: "A figure is beyond a threshold that you have set.",
    ...OF_THRESHOLD,
  },
  "event.threshold_cleared": {
    ...EVENT,
    title: "Threshold cleared",
    about:
      "A figure that was beyond a threshold is back within it, or the threshold no longer applies: then `value` is `null`.",
    ...OF_THRESHOLD,
  },
  "event.outflow_governed": {
    ...EVENT,
    title: "Governor changed the outflow",
    about:
      "The governor changed the outflow to match how the site responds. `null` means it no longer limits the outflow.",
    data: z.object({ run, outflowPerMinute: perMinute.nullable() }),
    example: { run: 3, outflowPerMinute: 60 },
  },
  "event.recovering": {
    ...EVENT,
    title: "Line recovering",
    about:
      "Redis restarted or lost data. Admission stops until the line is complete again; visitors keep their places. With more than 100 open events, not always told of one that nobody visits.",
    ...OF_RUN,
  },
  "event.recovered": {
    ...EVENT,
    title: "Line recovered",
    about: "The line is complete again after a loss.",
    ...OF_RUN,
  },
  "event.clock_jumped": {
    ...EVENT,
    title: "Clock jumped",
    about:
      "After a loss, the clock of Redis differs by `byMs` from the time of the line. Admission stops until Stanchion knows which is right.",
    data: z.object({ run, byMs: z.int() }),
    example: { run: 3, byMs: 3600000 },
  },
  "draw.frozen": {
    ...EVENT,
    title: "Draw frozen",
    about: "The list of participants in the draw is final.",
    ...OF_RUN,
  },
  "draw.drawn": {
    ...EVENT,
    title: "Draw decided",
    about: "The random value of the draw is known, and with it every place. The proof is public.",
    ...OF_RUN,
  },
  "report.ready": {
    ...EVENT,
    permission: "report:read",
    title: "Report ready",
    about: "The report of a finished run is ready.",
    ...OF_RUN,
  },
  "report.published": {
    ...EVENT,
    permission: "report:read",
    title: "Report published",
    about: "The fairness report of a run is public.",
    ...OF_RUN,
  },
} as const satisfies Readonly<Record<string, DomainEventKind>>;
