import type { AfterEvent } from "@/lib/domain/after-event/after-event";
import type { Lanes } from "@/lib/domain/lane/lane";
import { scheduleInWords } from "@/lib/domain/schedule/in-words";
import type { Schedule } from "@/lib/domain/schedule/schedule";
import type { EventSettingsInput } from "./schemas";

/** How the audit log calls each setting. */
const LABELS = {
  name: "name",
  kind: "kind",
  startLocal: "start",
  preQueueMinutes: "pre-queue minutes",
  endLocal: "end",
  timeZone: "time zone",
  schedules: "schedules",
  afterEvent: "after the event",
  targetUrl: "target URL",
  allowedHosts: "allowed target hosts",
  inviteOnly: "invite only",
  admission: "admission by lottery",
  absenceMinutes: "minutes of absence",
  method: "queueing method",
  queueAll: "queue all",
  outflowPerMinute: "outflow per minute",
  safetyNetPerMinute: "safety net per minute",
  safetyNetActive: "safety net by visitors on the site",
  activeCap: "active cap",
  unitsPerAdmission: "units per admission",
  governor: "governor",
  lanes: "lanes",
  draw: "draw",
  lineLimit: "line limit",
  queueTokenValiditySeconds: "queue token validity in seconds",
  bindsToAddress: "binding to the address",
  sessionMinutes: "session minutes",
  sessionMode: "session mode",
  turn: "presence at the turn",
  waitingStatusCode: "waiting status code",
  language: "language",
  brandName: "brand name",
  brandColour: "brand colour",
  theme: "theme",
} as const satisfies Record<keyof EventSettingsInput, string>;

export type SettingChange = {
  readonly field: string;
  readonly from: string | number | null;
  readonly to: string | number | null;
  /** "outflow per minute from 200 to 400" */
  readonly sentence: string;
};

/** Every setting that differs, in the order of the form. */
export function describeChanges(
  before: EventSettingsInput,
  after: EventSettingsInput,
): readonly SettingChange[] {
  return settingNames().flatMap((field) => {
    const from = plain(before[field]);
    const to = plain(after[field]);
    if (from === to) return [];
    return [{ field, from, to, sentence: `${LABELS[field]} from ${words(from)} to ${words(to)}` }];
  });
}

function settingNames(): (keyof EventSettingsInput)[] {
  // Object.keys forgets the names that `satisfies` above has checked.
  return Object.keys(LABELS) as (keyof EventSettingsInput)[];
}

function plain(value: EventSettingsInput[keyof EventSettingsInput]): string | number | null {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value !== "object" || value === null) return value;
  if ("holdSeconds" in value) return JSON.stringify(value);
  if ("healthUrl" in value) return `${value.healthUrl} within ${value.timeoutMs} ms`;
  if ("type" in value) return JSON.stringify(value);
  if ("confirm" in value) return `${value.confirm}, ${value.seconds} s`;
  if ("show" in value) return afterEventInWords(value);
  return "lanes" in value ? lanesInWords(value) : value.map(itemInWords).join(", ");
}

function itemInWords(item: string | Schedule): string {
  return typeof item === "string" ? item : scheduleInWords(item);
}

function afterEventInWords({ show, protectedPages }: AfterEvent): string {
  if (show.kind === "redirect") return `redirect to ${show.url}, ${protectedPages}`;
  return `page${show.message === null ? "" : ` “${show.message}”`}, ${protectedPages}`;
}

function lanesInWords({ mode, lanes }: Lanes): string {
  return `${mode}: ${lanes.map(({ name, weight }) => `${name} ${weight} %`).join(", ")}`;
}

function words(value: string | number | null): string {
  return value === null || value === "" ? "none" : String(value);
}
