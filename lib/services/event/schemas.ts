import { z } from "zod";
import { admissionSchema } from "@/lib/domain/admission/admission-schema";
import { type AfterEvent, afterEventProblem } from "@/lib/domain/after-event/after-event";
import { afterEventSchema } from "@/lib/domain/after-event/after-event-schema";
import { type DrawnEvent, drawProblem, drawSettingSchema } from "@/lib/domain/draw/draw-setting";
import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import { asciiAddress, lineOfText, wholeNumber } from "@/lib/domain/fields";
import { governorSchema } from "@/lib/domain/governor/governor-schema";
import { SINGLE_LANE } from "@/lib/domain/lane/lane";
import { lanesSchema } from "@/lib/domain/lane/lane-schema";
import { languageSchema } from "@/lib/domain/message/message-schema";
import { noticeSettingSchema } from "@/lib/domain/notice/notice-schema";
import { NO_NOTICES } from "@/lib/domain/notice/notice-setting";
import { httpsOrigins } from "@/lib/domain/origin/https-origin";
import { CALM } from "@/lib/domain/protection/protection";
import { protectionSchema } from "@/lib/domain/protection/protection-schema";
import { readEventTimes } from "@/lib/domain/schedule/event-times";
import type { Schedule } from "@/lib/domain/schedule/schedule";
import { schedulesSchema } from "@/lib/domain/schedule/schedule-schema";
import { themeKey } from "@/lib/domain/theme/theme-schema";
import { turnSchema } from "@/lib/domain/turn/turn-schema";
import { drawnSchedulesProblem } from "./event-schedules";
import { allowedHostProblem, targetUrlProblem } from "./hosts";
import { eventIdField, outflowField, seenVersionField } from "./inputs";
import { type SafetyNet, safetyNetProblem } from "./safety-net";

const targetUrlField = z
  .string()
  .trim()
  .max(2_000, "At most 2,000 characters.")
  .superRefine((value, issues) => {
    const problem = targetUrlProblem(value);
    if (problem !== null) issues.addIssue(problem);
  })
  .transform((value) => (targetUrlProblem(value) === null ? asciiAddress(value) : value));

const allowedHostField = z
  .string()
  .trim()
  .toLowerCase()
  .superRefine((value, issues) => {
    const problem = allowedHostProblem(value);
    if (problem !== null) issues.addIssue(problem);
  });

const settingsFields = {
  name: lineOfText(100),
  kind: z.enum(["always-on", "scheduled"]),
  /** Wall-clock time in `timeZone`, e.g. `2026-03-29T09:00`; null for an always-on event. */
  startLocal: z.string().nullable(),
  preQueueMinutes: wholeNumber(0, 1_440),
  endLocal: z.string().nullable(),
  timeZone: z.string(),
  /** Named times that open a scheduled event, or change an always-on one while they hold. */
  schedules: schedulesSchema,
  /** What visitors get after the end; null for the page, and protected pages keep them out. */
  afterEvent: afterEventSchema.nullable(),
  targetUrl: targetUrlField,
  /** `host`, `host:port` or `*.host`; the host of `targetUrl` is always allowed. */
  allowedHosts: z
    .array(allowedHostField)
    .max(50, "At most 50 hosts.")
    .transform((hosts) => [...new Set(hosts)]),
  /** Sites whose scripts may ask for their visitors. */
  apiOrigins: httpsOrigins,
  /** Sites that may show the waiting page in a frame. */
  frameOrigins: httpsOrigins,
  /** Nobody joins without an enqueue token or an access code. */
  inviteOnly: z.boolean(),
  admission: admissionSchema,
  /** A place ends after this many minutes without a check-in; null: never. */
  absenceMinutes: wholeNumber(1, 1_440).nullable(),
  method: z.enum(["fifo", "random", "passthrough", "reject"]),
  /** Nobody skips the page. */
  queueAll: z.boolean(),
  outflowPerMinute: outflowField,
  /** While nobody waits, so many a minute go straight in; null: as many as the outflow. */
  safetyNetPerMinute: outflowField.nullable(),
  /** With so many on the site nobody goes straight in; null: no such limit. */
  safetyNetActive: wholeNumber(1, 10_000_000).nullable(),
  /** How many may be on the site at once; null means no limit. */
  activeCap: wholeNumber(1, 10_000_000).nullable(),
  /** Where stock is counted, each admission reserves so many units. */
  unitsPerAdmission: wholeNumber(1, 1_000),
  governor: governorSchema,
  lanes: lanesSchema,
  /** Where the draw of the pre-queue gets its randomness from; null: no draw. */
  draw: drawSettingSchema,
  /** How many may wait; null means no limit. */
  lineLimit: wholeNumber(1, 100_000_000).nullable(),
  queueTokenValiditySeconds: wholeNumber(10, 3_600),
  /** Queue tokens count only from the network address that was admitted. */
  bindsToAddress: z.boolean(),
  sessionMinutes: wholeNumber(1, 1_440),
  sessionMode: z.enum(["sliding", "fixed"]),
  /** Programs that were written for Cloudflare's Waiting Room may wait here. */
  cloudflareJson: z.boolean(),
  /** Whether whoever's turn comes has to say that they are there. */
  turn: turnSchema,
  /** How bots and hoarders are held back; null: nothing is. */
  protection: protectionSchema,
  waitingStatusCode: z.union(
    [z.literal(200), z.literal(202), z.literal(429), z.literal(503)],
    "Choose 200, 202, 429 or 503.",
  ),
  /** How visitors may be told shortly before their turn. */
  notices: noticeSettingSchema,
  /** In what language visitors read who ask for none that the pages have. */
  language: languageSchema,
  brandName: lineOfText(60),
  brandColour: z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, "Write the colour as #rrggbb."),
  /** The key of a theme of the customer; null: the brand alone. */
  theme: themeKey.nullable(),
};

type Contradictable = Parameters<typeof readEventTimes>[0] & {
  readonly kind: "always-on" | "scheduled";
  readonly activeCap: number | null;
  readonly admission: z.infer<typeof admissionSchema>;
  readonly schedules: readonly Schedule[];
} & AfterEnd &
  SafetyNet &
  Omit<DrawnEvent, "startAtMs">;

function refuseContradictions(settings: Contradictable, issues: z.core.$RefinementCtx): void {
  const unfit = safetyNetProblem(settings);
  if (unfit !== null)
    issues.addIssue({ code: "custom", path: [unfit.field], message: unfit.reason });
  refuseAdmission(settings, issues);
  refuseAfterEvent(settings, issues);
  const result = readEventTimes(settings);
  if (result.ok) {
    refuseDraw({ ...settings, startAtMs: result.times.startAtMs }, issues);
    return;
  }
  for (const { field, reason } of result.problems) {
    issues.addIssue({ code: "custom", path: [field], message: reason });
  }
}

function refuseDraw(
  event: DrawnEvent & Pick<Contradictable, "schedules">,
  issues: z.core.$RefinementCtx,
): void {
  const message = drawProblem(event) ?? drawnSchedulesProblem(event);
  if (message !== null) issues.addIssue({ code: "custom", path: ["draw"], message });
}

type AfterEnd = {
  readonly kind: "always-on" | "scheduled";
  readonly afterEvent: AfterEvent | null;
  readonly targetUrl: string;
  readonly allowedHosts: readonly string[];
};

function refuseAfterEvent(event: AfterEnd, issues: z.core.$RefinementCtx): void {
  if (event.afterEvent === null) return;
  if (event.kind === "always-on") {
    const message = "An always-on event has no end: leave it empty, or choose scheduled.";
    issues.addIssue({ code: "custom", path: ["afterEvent"], message });
    return;
  }
  const message = afterEventProblem(event.afterEvent, event);
  const path = ["afterEvent", "show", "url"];
  if (message !== null) issues.addIssue({ code: "custom", path, message });
}

function refuseAdmission(
  { kind, activeCap, admission }: Contradictable,
  issues: z.core.$RefinementCtx,
): void {
  const refuse = (message: string) =>
    issues.addIssue({ code: "custom", path: ["admission", "kind"], message });
  if (admission === null) return;
  if (kind !== "always-on") refuse("Only an always-on event can admit a share of its visitors.");
  if (admission.share.type === "sigmoid" && activeCap === null) {
    refuse("A share that falls as the cap fills needs an active cap.");
  }
}

/** All settings of an event that people edit, each for itself. */
const eachSetting = z.strictObject(settingsFields);

/** The same with the rules that hold between them. */
export const eventSettingsInput = eachSetting.superRefine(refuseContradictions);
export type EventSettingsInput = z.infer<typeof eventSettingsInput>;

export const createEventInput = z
  .strictObject({
    eventId: eventIdField,
    ...settingsFields,
    startLocal: settingsFields.startLocal.default(null),
    preQueueMinutes: settingsFields.preQueueMinutes.default(EVENT_DEFAULTS.preQueueMinutes),
    endLocal: settingsFields.endLocal.default(null),
    timeZone: settingsFields.timeZone.default("UTC"),
    schedules: schedulesSchema.default([]),
    afterEvent: settingsFields.afterEvent.default(null),
    allowedHosts: settingsFields.allowedHosts.default([]),
    apiOrigins: httpsOrigins.default([]),
    frameOrigins: httpsOrigins.default([]),
    inviteOnly: settingsFields.inviteOnly.default(false),
    admission: admissionSchema.default(null),
    absenceMinutes: settingsFields.absenceMinutes.default(null),
    method: settingsFields.method.default("fifo"),
    queueAll: settingsFields.queueAll.default(false),
    outflowPerMinute: outflowField.default(EVENT_DEFAULTS.outflowPerMinute),
    safetyNetPerMinute: settingsFields.safetyNetPerMinute.default(null),
    safetyNetActive: settingsFields.safetyNetActive.default(null),
    activeCap: settingsFields.activeCap.default(null),
    unitsPerAdmission: settingsFields.unitsPerAdmission.default(EVENT_DEFAULTS.unitsPerAdmission),
    governor: governorSchema.default(null),
    lanes: lanesSchema.default(SINGLE_LANE),
    draw: settingsFields.draw.default(null),
    lineLimit: settingsFields.lineLimit.default(null),
    queueTokenValiditySeconds: settingsFields.queueTokenValiditySeconds.default(
      EVENT_DEFAULTS.queueTokenValiditySeconds,
    ),
    bindsToAddress: settingsFields.bindsToAddress.default(false),
    sessionMinutes: settingsFields.sessionMinutes.default(EVENT_DEFAULTS.sessionMinutes),
    sessionMode: settingsFields.sessionMode.default(EVENT_DEFAULTS.sessionMode),
    cloudflareJson: settingsFields.cloudflareJson.default(false),
    turn: turnSchema.default(null),
    protection: protectionSchema.default(CALM),
    waitingStatusCode: settingsFields.waitingStatusCode.default(EVENT_DEFAULTS.waitingStatusCode),
    notices: settingsFields.notices.default(NO_NOTICES),
    language: languageSchema.default("en"),
    /** The customer's name when left out. */
    brandName: settingsFields.brandName.optional(),
    brandColour: settingsFields.brandColour.default(EVENT_DEFAULTS.brandColour),
    theme: settingsFields.theme.default(null),
  })
  .superRefine(refuseContradictions);
export type CreateEventInput = z.input<typeof createEventInput>;

/** Some settings, each for itself; the rules between them are checked on the result. */
export const someSettings = eachSetting.partial();
export type SomeSettings = z.infer<typeof someSettings>;

/** Settings with some of them replaced; whether the result contradicts itself is not asked. */
export function withSettings(settings: EventSettingsInput, some: SomeSettings): EventSettingsInput {
  return eachSetting.parse({ ...settings, ...some });
}

/** The effects of edited schedules that the person has read: the sentences of `editSchedules`. */
export const confirmedField = z.array(z.string().max(1_000)).max(50).default([]);

/** Fields left out stay as they are. The rules are checked on the result. */
export const updateEventInput = someSettings.extend({
  eventId: eventIdField,
  settingsVersion: seenVersionField,
  confirmed: confirmedField,
});
export type UpdateEventInput = z.input<typeof updateEventInput>;
