import { ACT_EFFECTS, type EventInEffect, effectsOf } from "@/lib/domain/approval/effects";
import {
  isRiskyWhileOpen,
  isSettingName,
  SETTING_DEFAULTS,
  SETTING_NAMES,
  type SettingName,
  type SettingValues,
} from "@/lib/domain/event/settings/table";
import { sameValue } from "@/lib/domain/same-value";
import { editSchedules } from "@/lib/domain/schedule/edit";
import { readEventTimes } from "@/lib/domain/schedule/event-times";
import { instantToLocalTime } from "@/lib/domain/schedule/local-time";
import { periodFrom } from "@/lib/domain/schedule/occurrence";
import {
  differenceSentence,
  settingDifferences,
} from "@/lib/domain/setting-differences/setting-differences";
import type { Step } from "./plan";
import type { EventEntry } from "./schema";
import type { EventState } from "./state";

/** What an event takes from its schedules, where it has some: these change by themselves. */
const FOLLOWED: readonly SettingName[] = ["startLocal", "endLocal", "preQueueMinutes"];

/** The settings of an event that the file decides. */
function managedSettings(entry: EventEntry): readonly SettingName[] {
  const left = new Set([...entry.unmanaged, ...(followsSchedules(entry) ? FOLLOWED : [])]);
  return SETTING_NAMES.filter((name) => !left.has(name));
}

function followsSchedules({ kind, schedules }: EventEntry): boolean {
  return kind === "scheduled" && schedules.length > 0;
}

/** The API wants a start of each scheduled event, also of one that takes its starts from schedules: the first of these. */
function firstStart(entry: EventEntry, startLocal: string | null, nowMs: number) {
  if (startLocal !== null || !followsSchedules(entry)) return {};
  const period = periodFrom(entry.schedules, nowMs);
  if (period === null) return {};
  return { startLocal: instantToLocalTime(period.startAtMs, entry.timeZone) };
}

type Wanted = {
  readonly eventId: string;
  readonly entry: EventEntry;
  readonly customerName: string;
};

/** An event that is not there yet. */
export function createEventStep(wanted: Wanted, nowMs: number): Step {
  const { eventId, entry, customerName } = wanted;
  const { unmanaged: _, ...given } = entry;
  const settings = { ...given, brandName: entry.brandName ?? customerName };
  const required = { name: "", kind: settings.kind, targetUrl: "", brandName: customerName };
  const differences = settingDifferences({ ...SETTING_DEFAULTS, ...required }, settings);
  return {
    ...{ thing: "event", act: "create", key: eventId, name: entry.name },
    lines: differences
      .filter(({ field }) => field !== "name")
      .map(({ label, to }) => `${label}: ${to ?? "none"}`),
    dangers: [],
    request: {
      ...{ method: "POST", path: "/events" },
      body: { eventId, ...settings, ...firstStart(entry, entry.startLocal, nowMs) },
    },
  };
}

/** What makes an event what the file says; null where it is. */
export function changeEventStep(before: EventState, wanted: Wanted, nowMs: number): Step | null {
  const { eventId, entry, customerName } = wanted;
  const all = { ...entry, brandName: entry.brandName ?? customerName };
  const changed = managedSettings(entry).filter(
    (name) => !sameValue(before.settings[name], all[name]),
  );
  if (changed.length === 0) return null;
  const some = {
    ...Object.fromEntries(changed.map((name) => [name, all[name]])),
    ...firstStart(entry, before.settings.startLocal, nowMs),
  };
  // Each value is of the setting whose name it has.
  const after = { ...before.settings, ...some } as SettingValues;
  const edit = effectsOfSchedules(before, after, nowMs);
  return {
    ...{ thing: "event", act: "change", key: eventId, name: before.settings.name },
    note: before.status,
    lines: settingDifferences(before.settings, after).map(differenceSentence),
    dangers: [...dangersOf(before, after), ...atOnce(before, changed), ...edit],
    request: {
      ...{ method: "PATCH", path: `/events/${eventId}`, ifMatch: before.etag },
      body: { ...some, settingsVersion: before.settingsVersion, confirmed: edit },
    },
  };
}

export function deleteEventStep({ eventId, settings, status, etag }: EventState): Step {
  const { name } = settings;
  const open = status === "open" ? ["the event is open: stop it first"] : [];
  return {
    ...{ thing: "event", act: "delete", key: eventId, name, note: status, lines: [] },
    dangers: ["deletes its runs, access codes and secrets permanently", ...open],
    request: { method: "DELETE", path: `/events/${eventId}`, body: { name }, ifMatch: etag },
  };
}

/** What the change does to an event right now: as the API weighs it before it asks for a second person. */
function dangersOf(before: EventState, after: SettingValues): readonly string[] {
  const is = inEffect({ ...before, settings: after, ...timesOf(before, after) });
  const effects = effectsOf(inEffect(before), is, { outflowLimit: 0 });
  return effects.map((effect) =>
    effect === "raises-outflow" ? "raises the outflow" : ACT_EFFECTS[effect].words,
  );
}

function inEffect({ settings, ...event }: EventState): EventInEffect {
  return { ...settings, ...event, isArchived: false, messages: [] };
}

function timesOf(before: EventState, after: SettingValues) {
  if (before.occurrence !== null) return {};
  const result = readEventTimes(after);
  return result.ok ? { startAtMs: result.times.startAtMs, endAtMs: result.times.endAtMs } : {};
}

function atOnce({ status }: EventState, changed: readonly string[]): readonly string[] {
  const risky = changed.filter((name) => isSettingName(name) && isRiskyWhileOpen(name));
  return status === "open" && risky.length > 0 ? ["changes admission of an open event"] : [];
}

/** The sentences that the API wants confirmed, where schedules of an open event change. */
function effectsOfSchedules(
  before: EventState,
  after: SettingValues,
  nowMs: number,
): readonly string[] {
  const { settings } = before;
  const isEdited = !sameValue(settings.schedules, after.schedules);
  if (before.status !== "open" || !isEdited) return [];
  const { kind, schedules, preQueueMinutes, timeZone } = settings;
  const own = ({ outflowPerMinute, method, activeCap, lineLimit, targetUrl }: SettingValues) => ({
    ...{ outflowPerMinute, method, activeCap, lineLimit, targetUrl },
  });
  const event = { ...before, kind, schedules, preQueueMinutes, timeZone, own: own(settings) };
  const edit = editSchedules(event, { schedules: after.schedules, own: own(after) }, nowMs);
  return edit.isRefused ? [] : edit.effects;
}
