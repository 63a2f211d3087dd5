import { z } from "zod";
import { holdingLottery } from "@/lib/domain/admission/admission-setting";
import { afterEventProblem } from "@/lib/domain/after-event/after-event";
import { type DrawnEvent, drawProblem } from "@/lib/domain/draw/draw-setting";
import { SETTING_SCHEMAS } from "@/lib/domain/event/settings/schemas";
import type { SettingValues } from "@/lib/domain/event/settings/table";
import { readEventTimes } from "@/lib/domain/schedule/event-times";
import { drawnSchedulesProblem } from "./event-schedules";
import { safetyNetProblem } from "./inner/safety-net";
import { eventIdField, seenVersionField } from "./inputs";

type Contradictable = Omit<SettingValues, "brandName">;

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

function refuseAfterEvent(event: Contradictable, issues: z.core.$RefinementCtx): void {
  if (event.afterEvent === null) return;
  if (event.kind === "always-on") {
    const message = "An always-on event has no end. Leave this empty, or choose scheduled.";
    issues.addIssue({ code: "custom", path: ["afterEvent"], message });
    return;
  }
  const message = afterEventProblem(event.afterEvent, event);
  const path = ["afterEvent", "show", "url"];
  if (message !== null) issues.addIssue({ code: "custom", path, message });
}

function refuseAdmission(
  { kind, activeCap, admission, lanes, schedules }: Contradictable,
  issues: z.core.$RefinementCtx,
): void {
  const refuse = (message: string) =>
    issues.addIssue({ code: "custom", path: ["admission", "kind"], message });
  if (admission === null) return;
  const holds = holdingLottery(admission) !== null;
  if (holds && kind !== "always-on") {
    refuse("A scheduled event has a line: choose the lane of the visitors who are drawn.");
  }
  if (holds && schedules.some(({ preQueueMinutes }) => preQueueMinutes > 0)) {
    refuse(
      "Schedules with a pre-queue need a line: choose the lane of the visitors who are drawn.",
    );
  }
  const problem = drawnLaneProblem(admission, lanes);
  if (problem !== null) {
    issues.addIssue({ code: "custom", path: ["admission", "lane"], message: problem });
  }
  if (admission.share.type === "sigmoid" && activeCap === null) {
    refuse("This admission method requires an active cap.");
  }
}

/** Why those who are drawn cannot have their lane; null where they can, or have none. */
function drawnLaneProblem(
  { lane, identity }: NonNullable<Contradictable["admission"]>,
  { lanes, defaultLane }: Contradictable["lanes"],
): string | null {
  if (lane === undefined) return null;
  if (lane === defaultLane) return "Choose another lane than the default, which all others take.";
  if (!lanes.some(({ key }) => key === lane)) return `There is no lane ${lane}.`;
  if (identity.by !== "parameter") return null;
  return "Joins don't have the parameters of the queue page. Identify visitors by something else.";
}

/** All settings of an event that people edit, each for itself. */
const eachSetting = z.strictObject(SETTING_SCHEMAS);

/** The same with the rules that hold between them. */
export const eventSettingsInput = eachSetting.superRefine(refuseContradictions);
export type EventSettingsInput = SettingValues;

/** Some settings, each for itself; the rules between them are checked on the result. */
export const someSettings = eachSetting.partial();
export type SomeSettings = z.infer<typeof someSettings>;

/** What is left out is as the customer's new events have it. The rules are checked on the result. */
export const createEventInput = someSettings
  .required({ name: true, kind: true, targetUrl: true })
  .extend({ eventId: eventIdField });
export type CreateEventInput = z.input<typeof createEventInput>;

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
