import { projectPath } from "../stack/paths";
import { type Outcome, runNode } from "../stack/run-to-end";

/** Runs the project's TypeScript. */
export function runTsc(...args: readonly string[]): Promise<Outcome> {
  return runNode({ args: [projectPath("node_modules", "@typescript/native/bin/tsc"), ...args] });
}
