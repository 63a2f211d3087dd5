/** Connectors pull every five to ten minutes. One that was silent for this long is gone or cut off. */
export const SILENT_AFTER_MS = 15 * 60_000;

/** What is known of the last pull of one connector. */
export type LastPull = {
  readonly seenAtMs: number;
  /** The version that it was given. */
  readonly servedVersion: number;
  /** The version that it was given the time before; null for the first time. */
  readonly servedBefore: number | null;
  /** The version that it said it obeyed when it asked; null when it did not say. */
  readonly configVersion: number | null;
};

export type PullState =
  /** It asks, and nothing was ever published. */
  | { readonly type: "waiting" }
  | { readonly type: "current" }
  | {
      readonly type: "behind";
      /** How many versions; at least 1. */
      readonly versions: number;
      /** True when it was given a newer version and still obeys the old one. */
      readonly refuses: boolean;
    }
  | { readonly type: "silent" };

/**
 * Whether a connector has the newest version. A connector says which version it obeys when it asks for
 * the next, so it counts as up to date once it was given the newest. If it still obeys an older one
 * the time after that, it has refused what it was given.
 */
export function pullState(
  pull: LastPull,
  now: { readonly currentVersion: number; readonly atMs: number },
): PullState {
  if (now.atMs - pull.seenAtMs > SILENT_AFTER_MS) return { type: "silent" };
  if (now.currentVersion === 0) return { type: "waiting" };
  const { obeyed, refuses } = obeyedVersion(pull);
  if (obeyed >= now.currentVersion) return { type: "current" };
  return { type: "behind", versions: now.currentVersion - obeyed, refuses };
}

/** The version that a connector goes by, as far as its last pull tells, and whether it refuses a newer one. */
export function obeyedVersion({ configVersion, servedBefore, servedVersion }: LastPull): {
  readonly obeyed: number;
  readonly refuses: boolean;
} {
  const refuses = configVersion !== null && servedBefore !== null && configVersion < servedBefore;
  return { obeyed: refuses ? configVersion : servedVersion, refuses };
}
