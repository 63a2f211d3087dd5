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
  /** Ids of the secrets that it holds; null when it does not say. */
  readonly keyIds: readonly string[] | null;
};

export type PullState =
  /** It asks, and nothing was ever published. */
  | { readonly type: "waiting" }
  | { readonly type: "current" }
  /** It was given the newest, and says nothing of itself: nobody knows what it does with it. */
  | { readonly type: "unconfirmed" }
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
  if (obeyed >= now.currentVersion) {
    const isMute = pull.configVersion === null && pull.keyIds === null;
    return { type: isMute ? "unconfirmed" : "current" };
  }
  return { type: "behind", versions: now.currentVersion - obeyed, refuses };
}

/** How many connectors are in each state. */
export type ConnectorTally = Readonly<Record<PullState["type"], number>>;

export function tallyOf(states: readonly PullState[]): ConnectorTally {
  const tally = { current: 0, unconfirmed: 0, behind: 0, waiting: 0, silent: 0 };
  for (const { type } of states) tally[type] += 1;
  return tally;
}

const TALLY_WORDS: readonly (readonly [PullState["type"], string])[] = [
  ["current", "with the latest rules"],
  ["unconfirmed", "unconfirmed"],
  ["behind", "with older rules"],
  ["waiting", "waiting for the first rules"],
  ["silent", "silent"],
];

/** `2 with the latest rules, 1 silent`: the same wherever connectors are counted; empty without any. */
export function tallyWords(tally: ConnectorTally): string {
  return TALLY_WORDS.filter(([type]) => tally[type] > 0)
    .map(([type, words]) => `${tally[type]} ${words}`)
    .join(", ");
}

/** The version that a connector goes by, as far as its last pull tells, and whether it refuses a newer one. */
export function obeyedVersion({ configVersion, servedBefore, servedVersion }: LastPull): {
  readonly obeyed: number;
  readonly refuses: boolean;
} {
  const refuses = configVersion !== null && servedBefore !== null && configVersion < servedBefore;
  return { obeyed: refuses ? configVersion : servedVersion, refuses };
}
