/** What the draw does with places whose score reaches `fromScore`. */
export type DeferredSetting = {
  readonly action: "none" | "last" | "drop";
  readonly fromScore: number;
};

export const NO_DEFERRED: DeferredSetting = { action: "none", fromScore: 50 };

/** The chances in the draw. */
export type LotterySetting = {
  /** Each lane's weight is its visitors' chance; else all have the same. */
  readonly isWeighted: boolean;
};

export const EVEN_LOTTERY: LotterySetting = { isWeighted: false };
