/**
 * Whose turn has come says that they are there before they go in, so that a page that nobody looks at takes no slot:
 * `hidden` asks where the page is hidden at the turn, `always` asks everybody.
 */
export type TurnSetting = {
  readonly confirm: "hidden" | "always";
  /** For so long the page counts down; afterwards it says that going in takes longer. */
  readonly seconds: number;
};
