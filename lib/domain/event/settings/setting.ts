import type { Kind, ValuesOf } from "./kinds";

/** What is said of a setting, beside the kind of its value. */
export type SettingEntry<Value> = {
  /** What it is called: in its form, in the search over settings, in drafts and in the audit log. */
  readonly label: string;
  /** Other words by which people look for it. */
  readonly words: string;
  /** What a new event has; left out where somebody has to say it. */
  readonly default?: Value;
  /** Each event has its own: no value of it counts as changed from the default. */
  readonly isOwn?: true;
  /** Belongs to one event and to no template. */
  readonly isOutsideTemplates?: true;
  /** Holds for events of this kind only; others have the default. */
  readonly onlyFor?: "always-on" | "scheduled";
  /** May change at once while the event is open. All else is kept as a draft until somebody publishes it. */
  readonly isSafeWhileOpen?: true;
  /** What it belongs to, where a change of it is told. */
  readonly within?: string;
  /**
   * Published to waiting rooms and the line under its own name, as it is. `always`: since the first version. `added`: later,
   * so that settings of an older version do not have it. Left out: not published, or `to-settings.ts` says how.
   */
  readonly wire?: "always" | "added";
  /** What the copy of an event has instead that a rehearsal plays with; left out where it keeps the event's. */
  readonly inTestCopy?: Value;
  /** The column of Postgres by which SQL filters or joins; left out where the column `settings` holds it with the others. */
  readonly column?: string;
};

/** Declares a setting. Its default and its value in a copy have to be of its kind. */
export function setting<K extends Kind, const Entry extends SettingEntry<ValuesOf<K>>>(
  value: K,
  entry: Entry,
): Entry & { readonly value: K } {
  return { ...entry, value };
}
