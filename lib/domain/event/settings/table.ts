import { access } from "./access";
import { admission } from "./admission";
import { declaredOnce } from "./declared-once";
import { general } from "./general";
import { integration } from "./integration";
import type { Kind, ValuesOf } from "./kinds";
import { limits } from "./limits";
import { order } from "./order";
import { page } from "./page";
import { schedule } from "./schedule";
import type { SettingEntry } from "./setting";

const SECTIONS = { general, schedule, admission, order, access, page, limits, integration };

/** A section of the settings of an event: its name in addresses and in drafts. */
export type SectionId = keyof typeof SECTIONS;

/** Every setting of an event that people edit. All else that has to be known of one follows from its entry. */
export const SETTINGS = declaredOnce(SECTIONS);

type Table = typeof SETTINGS;
export type SettingName = keyof Table;

export type KindOf<Name extends SettingName> = Table[Name]["value"];

/** The settings of an event, each with a value. */
export type SettingValues = { [Name in SettingName]: ValuesOf<KindOf<Name>> };

/** The names of settings whose entry has a field, or a field with that value. */
export type NameOf<Field extends keyof TableEntry, Value = unknown> = {
  [Name in SettingName]: Table[Name] extends { readonly [F in Field]: Value } ? Name : never;
}[SettingName];

/** A setting of whatever kind. */
export type TableEntry = SettingEntry<unknown> & { readonly value: Kind };

/** An entry of the table, for what treats all settings alike. */
export function anySetting(name: SettingName): TableEntry {
  return SETTINGS[name];
}

/** The columns of Postgres that hold a setting each. */
export type RowField = Table[NameOf<"column">]["column"];

/** The settings that the column `settings` holds. */
export type KeptSettingName = Exclude<SettingName, NameOf<"column">>;

// Object.keys forgets the names that the table has.
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

export function isSettingName(text: string): text is SettingName {
  return Object.hasOwn(SETTINGS, text);
}

/** One value for each setting that a condition holds for. */
export function mapSettings<Value>(
  toValue: (name: SettingName, setting: TableEntry) => Value,
  isMeant: (setting: TableEntry) => boolean = () => true,
): Readonly<Record<string, Value>> {
  const names = SETTING_NAMES.filter((name) => isMeant(anySetting(name)));
  return Object.fromEntries(names.map((name) => [name, toValue(name, anySetting(name))]));
}

/** What a new event has, as far as nobody has to say it. */
export const SETTING_DEFAULTS = mapSettings(
  (_, { default: value }) => value,
  (entry) => "default" in entry,
) as Pick<SettingValues, NameOf<"default">>;

/** What the copy of an event has that a rehearsal plays with, where it has not the event's. */
export const TEST_COPY_SETTINGS = mapSettings(
  (_, { inTestCopy }) => inTestCopy,
  (entry) => "inTestCopy" in entry,
) as Pick<SettingValues, NameOf<"inTestCopy">>;

// Object.keys forgets the names that the table above has.
export const SECTION_IDS = Object.keys(SECTIONS) as readonly SectionId[];

/** The names of a section's settings, in its order. */
export function settingsIn(section: SectionId): readonly SettingName[] {
  return Object.keys(SECTIONS[section]).filter(isSettingName);
}

export function isSectionId(id: string): id is SectionId {
  return Object.hasOwn(SECTIONS, id);
}

/** The section in which a setting stands; a path within a setting (`lanes.mode`) counts as the setting. */
export function sectionOf(path: string): SectionId | null {
  const [setting = ""] = path.split(".");
  return SECTION_IDS.find((id) => Object.hasOwn(SECTIONS[id], setting)) ?? null;
}

/**
 * Whether a setting changes at once who gets in, where they go, or what visitors hold. While an event is open the console
 * keeps a change of such a one as a draft, until somebody has seen old and new side by side and publishes it.
 */
export function isRiskyWhileOpen(setting: string): boolean {
  return isSettingName(setting) && anySetting(setting).isSafeWhileOpen !== true;
}
