/** What a bar asks of one figure of a scenario. */
type Bar = { readonly figure: string; readonly isMet: boolean; readonly asks: string };

/** What a scenario measured, and whether the project's rules met their bars. */
export type ScenarioResult<Figures> = {
  readonly figures: Figures;
  readonly bars: readonly Bar[];
};
