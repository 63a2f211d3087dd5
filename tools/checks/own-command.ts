import { runNode } from "../stack/run-to-end";
import { type StepResult, verdict } from "./suite";

/** Runs a command of the project, as `npm run` does; the step is right when it exits with 0. */
export async function runOwnCommand(...args: string[]): Promise<StepResult> {
  const { code, output } = await runNode({ args: ["scripts/bootstrap.js", ...args] });
  return verdict(code === 0, output);
}
