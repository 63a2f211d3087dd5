import { SECTIONS, type SettingEntry, type SettingsSection } from "./registry";

/** A setting that was looked for, and the section in which it stands. */
export type FoundSetting = {
  readonly section: SettingsSection;
  /** Null where the section itself was found. */
  readonly entry: SettingEntry | null;
};

/** Sections and settings that have every word of a query in their name or words, those by name first. */
export function findSettings(query: string): readonly FoundSetting[] {
  const parts = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [];
  const has = (text: string) => parts.every((part) => text.toLowerCase().includes(part));
  const found = SECTIONS.flatMap((section) => [
    ...(has(`${section.title} ${section.words}`) ? [{ section, entry: null }] : []),
    ...section.settings
      .filter(({ label, words }) => has(`${label} ${words} ${section.title}`))
      .map((entry) => ({ section, entry })),
  ]);
  const isByName = ({ section, entry }: FoundSetting) => has(entry?.label ?? section.title);
  return [...found.filter(isByName), ...found.filter((one) => !isByName(one))];
}

/** Where a setting is found: the address of its section, with the name of its field behind the hash. */
export function hrefOfSetting(eventId: string, { section, entry }: FoundSetting): string {
  const base = `/events/${eventId}/settings/${section.id}`;
  return entry === null ? base : `${base}#${entry.field}`;
}
