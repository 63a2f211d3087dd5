import { sameValue } from "@/lib/domain/same-value";

type Settings = Readonly<Record<string, unknown>>;

export type MergedSettings = {
  /** What somebody changed and nobody else did. */
  readonly values: Settings;
  /** What two people changed to different things; neither is chosen. */
  readonly conflicts: readonly string[];
};

/**
 * What a person has changed, on top of what is there now. `seen` is what they began with, `mine` what they sent,
 * `theirs` what is there now: a setting that they left as it was stays as somebody else has made it meanwhile, and one that both
 * changed to the same is no conflict.
 */
export function mergeSettings(seen: Settings, mine: Settings, theirs: Settings): MergedSettings {
  const values: Record<string, unknown> = {};
  const conflicts: string[] = [];
  for (const [setting, value] of Object.entries(mine)) {
    const isMine = !sameValue(value, seen[setting]) && !sameValue(value, theirs[setting]);
    if (!isMine) continue;
    if (sameValue(theirs[setting], seen[setting])) values[setting] = value;
    else conflicts.push(setting);
  }
  return { values, conflicts };
}
