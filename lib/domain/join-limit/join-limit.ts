/** How often a source may join before it has to solve a challenge; null: as often as it likes. */
export type SourceLimit = {
  readonly perMinute: number | null;
  readonly perRun: number | null;
};
