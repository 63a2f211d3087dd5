import type { Event, EventDraft } from "@/lib/db/generated/client";
import { mergeSettings } from "@/lib/domain/event/merge-settings";
import {
  isSectionId,
  isSettingName,
  SETTINGS,
  type SectionId,
} from "@/lib/domain/event/settings/table";
import type { SettingDifference } from "@/lib/domain/setting-differences/differ";
import { settingDifferences } from "@/lib/domain/setting-differences/setting-differences";
import { timesAfterChange } from "@/lib/services/event/settings/event-schedules";
import type { EventView } from "@/lib/services/event/settings/event-view";
import {
  type EventSettingsInput,
  type SomeSettings,
  someSettings,
  withSettings,
} from "@/lib/services/event/settings/schemas";
import { ServiceError } from "@/lib/services/ground/errors";
import { toSettingsInput } from "@/lib/services/ground/setting-columns";
import { asRecord } from "./inner/store-draft";

/** Changes of a section that wait until somebody publishes them. Plain data. */
export type EventDraftView = {
  readonly section: SectionId;
  readonly values: SomeSettings;
  readonly revision: number;
  /** Old and new side by side, against what is in force now. */
  readonly differences: readonly SettingDifference[];
  /** Settings that somebody else changed since the draft was made. */
  readonly conflicts: readonly SettingConflict[];
  /** What its schedules change at once of the open event, or why they cannot; a sentence each. */
  readonly effects: readonly string[];
  readonly savedBy: string;
  readonly savedAt: string;
};

/** A setting that two people changed to different things, in words. */
export type SettingConflict = {
  readonly setting: string;
  readonly label: string;
  /** One choice for the setting, however many lines of it differ. */
  readonly lines: readonly {
    readonly label: string;
    readonly mine: string | null;
    readonly theirs: string | null;
  }[];
};

/** What a save or a publication came to. Where two people changed the same, nothing was written. */
export type SectionOutcome =
  | { readonly status: "saved"; readonly event: EventView }
  | { readonly status: "drafted"; readonly event: EventView; readonly draft: EventDraftView }
  | {
      readonly status: "conflict";
      readonly event: EventView;
      /** What there is now of the settings that were sent. */
      readonly values: SomeSettings;
      readonly conflicts: readonly SettingConflict[];
    };

/** The settings that a draft would leave, were it published now. */
export function underDraft(
  settings: EventSettingsInput,
  draft: Pick<EventDraft, "values"> | null,
): EventSettingsInput {
  return draft === null ? settings : withSettings(settings, readValues(draft));
}

/** Throws when the row holds settings that no verb writes. */
export function readValues({ values }: Pick<EventDraft, "values">): SomeSettings {
  return someSettings.parse(values);
}

/** What would change of the draft's settings, and where somebody else has changed the same since. */
export function mergeDraft(event: Event, draft: Pick<EventDraft, "values" | "before">) {
  return mergeSettings(asRecord(draft.before), readValues(draft), toSettingsInput(event));
}

export function toDraftView(event: Event, draft: EventDraft): EventDraftView {
  const now = toSettingsInput(event);
  const values = readValues(draft);
  const { conflicts } = mergeDraft(event, draft);
  return {
    section: sectionOfDraft(draft),
    values,
    revision: draft.revision,
    differences: settingDifferences(now, withSettings(now, values)),
    effects: effectsOf(event, values),
    conflicts: conflictsInWords(now, values, conflicts),
    savedBy: draft.savedBy,
    savedAt: draft.updatedAt.toISOString(),
  };
}

/** The values of two people, for those who have to choose. */
export function conflictsInWords(
  theirs: EventSettingsInput,
  mine: SomeSettings,
  settings: readonly string[],
): readonly SettingConflict[] {
  return settings.map((setting) => {
    const both = settingDifferences(theirs, withSettings(theirs, pick(mine, [setting])));
    const lines = both.map(({ label, from, to }) => ({ label, mine: to, theirs: from }));
    return { setting, label: labelOf(setting), lines };
  });
}

function labelOf(setting: string): string {
  return isSettingName(setting) ? SETTINGS[setting].label : setting;
}

/** Some settings of more; the names come from the same object or from a table of names. */
export function pick(settings: SomeSettings, names: readonly string[]): SomeSettings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
}

function sectionOfDraft({ section }: EventDraft): SectionId {
  if (isSectionId(section)) return section;
  throw new Error(`A draft has the section ${section}.`);
}

function effectsOf(event: Event, values: SomeSettings): readonly string[] {
  const before = toSettingsInput(event);
  const change = { before, after: withSettings(before, values) };
  try {
    return timesAfterChange(event, change, Date.now()).effects;
  } catch (error) {
    if (error instanceof ServiceError) return [error.message];
    throw error;
  }
}
