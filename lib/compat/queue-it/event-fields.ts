import { z } from "zod";
import { moment } from "./moments";

const whole = (least: number, most: number) =>
  z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], "Enter a whole number.")
    .pipe(z.number().int().min(least, `At least ${least}.`).max(most, `At most ${most}.`));

/** `True` and `False`, as their documentation writes them. */
const flag = z.union(
  [
    z.boolean(),
    z
      .string()
      .regex(/^(true|false)$/i)
      .transform((text) => text.toLowerCase() === "true"),
  ],
  "True or False.",
);

/** Only what is so here anyway; with the reason for all else. */
const only = (value: string, reason: string) => z.literal(value, reason).optional();
const no = (reason: string) => z.literal(["", null], reason).optional();

const MINUTE_MS = 60_000;
const PRE_QUEUE_MAX = 1_440;

/** What is answered as it is here whatever a program sends: it holds for all events, or there is nothing of the kind. */
const ANSWERED = [
  ...["EventId", "QueueUrl", "QueueStatus", "LastPassedAutoTestRun", "DomainAlias", "UseSSL"],
  ...["PreQueueStartLocalTime", "EventStartLocalTime", "EventEndLocalTime", "TimeZonePostfix"],
  ...["Description", "MaxNoOfRedirectsPrQueueId", "QueueNumberValidityInMinutes"],
  ...["JavaScriptSupportEnabled", "TargetUrlSupportEnabled", "KnowUserSecurity"],
  ...["XUsersInFrontOfYou", "AllowedCustomLayouts", "BrowserCultureEnabled"],
];
const ANYTHING = Object.fromEntries(ANSWERED.map((name) => [name, z.unknown().optional()]));

/** An event as their API creates and replaces it. Left out is what stays, or has our default. */
export const eventInput = z
  .strictObject({
    ...ANYTHING,
    DisplayName: z.string().min(1, "Enter a name."),
    RedirectUrl: z.string().min(1, "Enter an address."),
    TimeZone: z.string().default("UTC"),
    PreQueueStartTime: moment,
    EventStartTime: moment,
    EventEndTime: moment,
    EventCulture: z.string().optional(),
    MaxRedirectsPerMinute: whole(1, 1_000_000).optional(),
    AfterEventLogic: z
      .enum([
        "KeepUsersOnAfterEventPage",
        "RedirectUsersToSpecialPage",
        "RedirectUsersToTargetPage",
      ])
      .optional(),
    AfterEventRedirectPage: z.string().nullable().optional(),
    AfterEventEndUserRedirectsEnabled: flag
      .refine((isOn) => !isOn, "Nobody is admitted here after the end.")
      .optional(),
    CustomLayout: z.string().nullable().optional(),
    SafetyNetMode: only("Disabled", "Scheduled events here always show the waiting room."),
    IdleQueueLogic: only("UseBeforePage", "Before the pre-queue visitors see the countdown here."),
    IdleQueueRedirectPage: no("Before the pre-queue visitors see the countdown here."),
    KnowUserSecretKey: no("Secrets are made here, under Secrets & keys."),
    TargetUrlValidationRegex: no("The event's allowed hosts say where visitors may go."),
    CaptchaType: only("None", "Choose a CAPTCHA in the event's protection."),
    RequireKey: only("NoKey", "Choose invitation or access codes in the event's settings."),
    IsTest: flag
      .refine((isTest) => !isTest, "Test events here are copies that a rehearsal makes.")
      .optional(),
  })
  .superRefine((event, issues) => {
    const refuse = (path: string, message: string) =>
      issues.addIssue({ code: "custom", path: [path], message });
    const ahead = (event.EventStartTime - event.PreQueueStartTime) / MINUTE_MS;
    if (ahead < 0 || ahead > PRE_QUEUE_MAX || ahead % 1 !== 0) {
      refuse("PreQueueStartTime", `Whole minutes before the start, at most ${PRE_QUEUE_MAX}.`);
    }
    if (event.AfterEventLogic === "RedirectUsersToSpecialPage" && !event.AfterEventRedirectPage) {
      refuse("AfterEventRedirectPage", "Enter the address of the page.");
    }
  });

export type EventInput = z.output<typeof eventInput>;

export const speedInput = z.strictObject({ MaxRedirectsPerMinute: whole(1, 1_000_000) });
