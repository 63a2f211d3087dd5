import {
  type EventFormValues,
  type NewEventStart,
  newEventValues,
  toEventFormValues,
  toSettings,
} from "@/components/events/event-form-values";
import { isBesideForm } from "@/components/events/form-kinds";
import {
  anySetting,
  type SectionId,
  type SettingName,
  settingsIn,
} from "@/lib/domain/event/settings/table";
import { sameValue } from "@/lib/domain/same-value";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { SomeSettings } from "@/lib/services/event/settings/schemas";

/** The settings of a section, of more settings. */
export function pickSection(section: SectionId, settings: SomeSettings): SomeSettings {
  const inForm = settingsIn(section).filter((name) => !isBesideForm(anySetting(name).value));
  const names: readonly string[] = inForm;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
}

/** An event with some of its settings replaced. */
export function withValues(event: EventView, settings: SomeSettings): EventView {
  // Each setting that is given has the type that it has in the event.
  return { ...event, ...settings } as EventView;
}

export function settingsOf(section: SectionId, values: EventFormValues): SomeSettings {
  return pickSection(section, toSettings(values));
}

export type Choice = "mine" | "theirs";

/**
 * What somebody wants once they have seen what another has done: what they left alone is as it is now, and where both
 * changed something it is as they chose.
 */
export function resolved(
  { seen, mine, theirs }: Readonly<Record<"seen" | "mine" | "theirs", SomeSettings>>,
  choices: Readonly<Record<string, Choice>>,
): SomeSettings {
  const before: Readonly<Record<string, unknown>> = seen;
  const now: Readonly<Record<string, unknown>> = theirs;
  return Object.fromEntries(
    Object.entries(mine).map(([name, value]) => {
      const isKept = !sameValue(value, before[name]) && choices[name] !== "theirs";
      return [name, isKept ? value : now[name]];
    }),
  );
}

/** The settings of a section that are not as a new event has them. */
export function differingSettings(
  section: SectionId,
  values: EventFormValues,
  newEvent: NewEventStart,
): readonly SettingName[] {
  const now: Readonly<Record<string, unknown>> = toSettings(values);
  const defaults: Readonly<Record<string, unknown>> = toSettings(newEventValues(newEvent));
  return settingsIn(section).filter(
    (name) => !anySetting(name).isOwn && !sameValue(now[name], defaults[name]),
  );
}

/** The form's values with a setting as a new event has it. */
export function withDefault(
  values: EventFormValues,
  setting: SettingName,
  newEvent: NewEventStart,
): EventFormValues {
  const { [setting]: value } = newEventValues(newEvent) as Readonly<Record<string, unknown>>;
  return { ...values, [setting]: value };
}

/** What the form begins with: the event as it is, or as a draft would leave it. */
export function formValuesOf(event: EventView, draft: SomeSettings | null): EventFormValues {
  return toEventFormValues(draft === null ? event : withValues(event, draft));
}
