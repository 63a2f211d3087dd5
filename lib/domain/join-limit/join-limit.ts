/** How often a source may join; null: as often as it likes. */
export type SourceLimit = {
  /** In any minute; joins of half a minute before may count with them. */
  readonly perMinute: number | null;
  readonly perRun: number | null;
  /** What happens to the joins beyond: see `BEYOND`. Default: a challenge. */
  readonly beyond?: Beyond;
  /** The mark that places beyond it get: a bit. Default: none. */
  readonly mark?: number;
};

/**
 * What happens beyond a limit: whoever solves a challenge joins all the same; nobody joins; or everybody does, and the
 * place is marked.
 */
export const BEYOND = ["challenge", "refuse", "mark"] as const;

export type Beyond = (typeof BEYOND)[number];
