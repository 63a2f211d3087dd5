import {
  anySetting,
  isSettingName,
  mapSettings,
  type NameOf,
  type SettingValues,
  type TableEntry,
} from "./table";

type Published = NameOf<"wire">;

/** The settings that the visitor path gets as they are, under their own names. */
export type PublishedSettings = {
  readonly [Name in NameOf<"wire", "always">]: Readonly<SettingValues[Name]>;
} & {
  /** Absent where a version published them that did not have them yet. */
  readonly [Name in NameOf<"wire", "added">]?: Readonly<SettingValues[Name]>;
};

const isPublished = ({ wire }: TableEntry) => wire !== undefined;

/** Of all settings those that are published as they are. */
export function publishedOf(settings: SettingValues): Required<PublishedSettings> {
  return mapSettings((name) => settings[name], isPublished) as Pick<SettingValues, Published>;
}

/** Of what was published the settings that stand in it as they are; an older version does not have all of them. */
export function settingsOfPublished(
  published: PublishedSettings,
): Partial<Pick<SettingValues, Published>> {
  const entries = Object.entries(published);
  return Object.fromEntries(
    entries.filter(([name]) => isSettingName(name) && isPublished(anySetting(name))),
  );
}
