import { runToolIn, type StepResult } from "./suite";

/**
 * Whether all that a project's production folders hold and export is used from what runs in production: the entries
 * and folders with a `!` in `knip.json`. What only tests, simulations or tools use belongs to those.
 */
export function checkProductionUse(directory: string): Promise<StepResult> {
  const only = ["--include", "files,exports,types"];
  return runToolIn(directory, "knip/bin/knip.js", "--production", ...only, "--no-progress");
}
