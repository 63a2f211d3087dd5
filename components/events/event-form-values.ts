import {
  anySetting,
  isSettingName,
  type KindOf,
  mapSettings,
  SETTING_DEFAULTS,
  type SettingName,
  type SettingValues,
} from "@/lib/domain/event/settings/table";
import type { EventView } from "@/lib/services/event/settings/event-view";
import {
  conversionOf,
  type FormValuesOf,
  isBesideForm,
  type KindBesideForm,
  type KindInForm,
} from "./form-kinds";

type NameInForm = Exclude<SettingName, KindBesideForm>;

/** What the form holds of each setting: texts and numbers as typed. Others have a page of their own, or none. */
export type EventFormValues = { eventId: string } & {
  [Name in NameInForm]: FormValuesOf<KindOf<Name>>;
};

/** One value for each setting of the form. */
function mapForm<Value>(
  toValue: (name: NameInForm, conversion: ReturnType<typeof conversionOf>) => Value,
): Readonly<Record<string, Value>> {
  return mapSettings(
    // What is beside the form is left out below, and with it its kind.
    (name, { value }) => toValue(name as NameInForm, conversionOf(value as KindInForm)),
    ({ value }) => !isBesideForm(value),
  );
}

function toValues(eventId: string, settings: SettingValues): EventFormValues {
  const { timeZone } = settings;
  const values = mapForm((name, { toForm }) => toForm(settings[name] as never, timeZone));
  // Each setting has the form value of its kind, which objects made from entries forget.
  return { eventId, ...values } as EventFormValues;
}

/** What a new event begins with, where it is not as every event by default. */
export type NewEventStart = Partial<SettingValues> & Pick<SettingValues, "brandName">;

/** The values of a new event. */
export function newEventValues(start: NewEventStart): EventFormValues {
  const empty = { name: "", kind: "always-on", targetUrl: "" } as const;
  return toValues("", { ...SETTING_DEFAULTS, ...empty, ...start });
}

export function toEventFormValues(event: EventView): EventFormValues {
  return toValues(event.eventId, event);
}

/** The input of the service. What does not hold for the kind of event is as by default. */
export function toSettings(values: EventFormValues): Omit<SettingValues, KindBesideForm> {
  return mapForm((name, { toSetting }) => {
    const { onlyFor = values.kind, default: value } = anySetting(name);
    return onlyFor === values.kind ? toSetting(values[name] as never, values.timeZone) : value;
    // The same, the other way round.
  }) as Omit<SettingValues, KindBesideForm>;
}

/** Parts of a setting that people see in another field. */
const FIELDS_OF_PARTS: Readonly<Record<string, string>> = {
  "admission.share.percent": "admission.percent",
  "admission.share.midpointPercent": "admission.midpointPercent",
  "admission.share.steepness": "admission.steepness",
  "admission.identity.name": "admission.name",
  draw: "draw.choice",
  "draw.roundAtMs": "draw.roundAtLocal",
  "afterEvent.show.message": "afterEvent.message",
  "afterEvent.show.url": "afterEvent.url",
};

/** True for a field that shows each entry as a line. */
function isLineByLine(field: string): boolean {
  return field === "draw.urls" || (isSettingName(field) && anySetting(field).value.is === "lines");
}

/** Moves the reasons for parts of a setting to the fields that people see. */
export function gatherFieldErrors(
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, reason]) => {
      const [, field = "", entry] = /^(.*)\.(\d+)$/.exec(path) ?? [];
      if (isLineByLine(field)) return [field, `Line ${Number(entry) + 1}: ${reason}`];
      return [FIELDS_OF_PARTS[path] ?? path, reason];
    }),
  );
}
