import type { SettingName } from "@/lib/domain/event/sections";
import { SETTING_LABELS } from "@/lib/domain/event/setting-labels";
import { LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";
import { durationInWords } from "@/lib/domain/schedule/in-words";
import {
  type Differ,
  fields,
  leaf,
  lowerFirst,
  type SettingDifference,
  texts,
  within,
} from "./differ";
import {
  admissionDifferences,
  governorDifferences,
  laneDifferences,
  noticeDifferences,
  turnDifferences,
} from "./line-differences";
import { protectionDifferences } from "./protection-differences";
import {
  afterEventDifferences,
  drawInWords,
  METHOD_WORDS,
  scheduleDifferences,
} from "./time-differences";
import { asWritten, chosen, counted, localTime, onOrOff } from "./words";

const named = <Value>(name: SettingName, words: (value: Value) => string | null) =>
  leaf<Value>(SETTING_LABELS[name], words);

/** How each setting reads where it differs, in the order of the sections. */
const DIFFERS = {
  name: named("name", asWritten),
  targetUrl: named("targetUrl", asWritten),
  allowedHosts: texts("Allowed target host", "Order of the allowed target hosts"),
  kind: named("kind", chosen({ "always-on": "always on", scheduled: "scheduled" })),
  timeZone: named("timeZone", asWritten),
  startLocal: named("startLocal", localTime),
  endLocal: named("endLocal", localTime),
  preQueueMinutes: named("preQueueMinutes", durationInWords),
  draw: named("draw", drawInWords),
  afterEvent: afterEventDifferences,
  schedules: scheduleDifferences,
  outflowPerMinute: named("outflowPerMinute", counted("per minute")),
  lineLimit: named("lineLimit", counted("")),
  activeCap: named("activeCap", counted("")),
  unitsPerAdmission: named("unitsPerAdmission", counted("")),
  absenceMinutes: named("absenceMinutes", counted("minutes of absence", "never")),
  safetyNetPerMinute: within(
    "Safety net",
    named("safetyNetPerMinute", counted("per minute", "as many as the outflow")),
  ),
  safetyNetActive: within("Safety net", named("safetyNetActive", counted(""))),
  governor: governorDifferences,
  turn: turnDifferences,
  method: named("method", chosen(METHOD_WORDS)),
  admission: admissionDifferences,
  queueAll: named("queueAll", onOrOff),
  lanes: laneDifferences,
  inviteOnly: named("inviteOnly", onOrOff),
  sessionMode: named("sessionMode", chosen({ sliding: "sliding", fixed: "fixed" })),
  sessionMinutes: named("sessionMinutes", durationInWords),
  queueTokenValiditySeconds: named("queueTokenValiditySeconds", counted("seconds")),
  bindsToAddress: named("bindsToAddress", onOrOff),
  apiOrigins: texts("Site that may ask", "Order of the sites that may ask"),
  frameOrigins: texts("Site that may frame the waiting page", "Order of the sites that may frame"),
  waitingStatusCode: named("waitingStatusCode", (code: 200 | 202 | 429 | 503) => String(code)),
  cloudflareJson: named("cloudflareJson", onOrOff),
  language: named("language", (language: Language) => LANGUAGES[language].name),
  brandName: named("brandName", asWritten),
  brandColour: named("brandColour", asWritten),
  theme: named("theme", asWritten),
  notices: noticeDifferences,
  protection: protectionDifferences,
} satisfies Record<SettingName, unknown>;

/** All settings of an event that people edit. */
export type SettingValues = {
  readonly [Name in SettingName]: (typeof DIFFERS)[Name] extends Differ<infer Value>
    ? Value
    : never;
};

const differ = fields<SettingValues>(DIFFERS);

/**
 * Whatever differs between two versions of an event's settings, one line a thing, in words. Two that are not the same
 * have at least one line.
 */
export function settingDifferences(
  before: SettingValues,
  after: SettingValues,
): readonly SettingDifference[] {
  return differ(before, after);
}

/** `line limit from none to 500`, `lane 2 “VIP” added (share 30 %, key vip)`. */
export function differenceSentence({ label, kind, from, to }: SettingDifference): string {
  const what = lowerFirst(label);
  if (kind !== "changed") return `${what} ${kind} (${to ?? from ?? "nothing"})`;
  return `${what} from ${from ?? "none"} to ${to ?? "none"}`;
}
