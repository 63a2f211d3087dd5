import type { AfterEvent } from "@/lib/domain/after-event/after-event";
import type { Lanes } from "@/lib/domain/lane/lane";
import type { NoticeSetting } from "@/lib/domain/notice/notice-setting";
import type { Protection } from "@/lib/domain/protection/protection";
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
  apiOrigins: "sites that may ask",
  frameOrigins: "sites that may frame the page",
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
  cloudflareJson: "Cloudflare’s JSON",
  turn: "presence at the turn",
  protection: "limits and bots",
  waitingStatusCode: "waiting status code",
  notices: "notices of the turn",
  language: "language",
  brandName: "brand name",
  brandColour: "brand colour",
  theme: "theme",
} as const satisfies Record<keyof EventSettingsInput, string>;

const PROTECTION_LABELS = {
  limits: "limits of joins",
  challenge: "challenge",
  rules: "access rules",
  deferred: "deferred action",
  lottery: "chances in the draw",
  score: "score",
  possession: "possession",
  pass: "passes",
} as const satisfies Record<keyof Protection, string>;

// Object.entries forgets the names that `satisfies` above has checked.
const PROTECTION_PARTS = Object.entries(PROTECTION_LABELS) as [keyof Protection, string][];

export type SettingChange = {
  readonly field: string;
  /** How the audit log calls it. */
  readonly label: string;
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
    if (field === "protection") return protectionChanges(before[field], after[field]);
    const from = plain(before[field]);
    const to = plain(after[field]);
    if (from === to) return [];
    return [sentenceOf({ field, label: LABELS[field], from, to })];
  });
}

/** Each part of the protection that differs; switching it on or off is one change. */
function protectionChanges(
  before: EventSettingsInput["protection"],
  after: EventSettingsInput["protection"],
): readonly SettingChange[] {
  if (before === null || after === null) {
    const [from, to] = [before, after].map((protection) => (protection === null ? "off" : "on"));
    if (from === undefined || to === undefined || from === to) return [];
    return [sentenceOf({ field: "protection", label: LABELS.protection, from, to })];
  }
  return PROTECTION_PARTS.flatMap(([part, label]) => {
    const from = JSON.stringify(before[part]);
    const to = JSON.stringify(after[part]);
    if (from === to) return [];
    return [sentenceOf({ field: `protection.${part}`, label, from, to })];
  });
}

function sentenceOf(change: Omit<SettingChange, "sentence">): SettingChange {
  const { label, from, to } = change;
  return { ...change, sentence: `${label} from ${words(from)} to ${words(to)}` };
}

/** Changes as the audit log holds them, behind who did what. */
export function changesForAudit(did: string, changes: readonly SettingChange[]) {
  return {
    summary: `${did}: ${changes.map(({ sentence }) => sentence).join(", ")}`,
    details: Object.fromEntries(changes.map(({ field, from, to }) => [field, { from, to }])),
  };
}

function settingNames(): (keyof EventSettingsInput)[] {
  // Object.keys forgets the names that `satisfies` above has checked.
  return Object.keys(LABELS) as (keyof EventSettingsInput)[];
}

function plain(
  value: EventSettingsInput[Exclude<keyof EventSettingsInput, "protection">],
): string | number | null {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value !== "object" || value === null) return value;
  if ("holdSeconds" in value) return JSON.stringify(value);
  if ("mail" in value) return noticesInWords(value);
  if ("healthUrl" in value) return `${value.healthUrl} within ${value.timeoutMs} ms`;
  if ("type" in value) return JSON.stringify(value);
  if ("confirm" in value) return `${value.confirm}, ${value.seconds} s`;
  if ("show" in value) return afterEventInWords(value);
  return "lanes" in value ? lanesInWords(value) : value.map(itemInWords).join(", ");
}

function noticesInWords({ mail, push }: NoticeSetting): string {
  return [mail ? "e-mail" : "", push ? "web push" : ""].filter(Boolean).join(" and ") || "none";
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
