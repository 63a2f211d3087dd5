import { describeFailure } from "@/lib/platform/expected-failure";
import { projectPath } from "../stack/paths";
import { type Outcome, runNode, type Task } from "../stack/run-to-end";

export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  readonly details: string;
  /** The test files in which something failed; none where something else is wrong as well. */
  readonly failedFiles?: readonly string[];
}

export interface Step {
  readonly part: "check" | "unit" | "redis" | "database" | "e2e";
  readonly name: string;
  readonly run: () => Promise<StepResult>;
  readonly isAlone?: boolean;
  /** Runs some test files of the step once more, when nothing else runs. */
  readonly runAgain?: (files: readonly string[]) => Promise<StepResult>;
}

/** The result of a step that is right or wrong as a whole. */
export function verdict(isGood: boolean, details: string): StepResult {
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, details };
}

/** Runs Node; the step is right when it exits with 0. */
export async function runTask(task: Task): Promise<StepResult> {
  const { code, output } = await runNode(task);
  return verdict(code === 0, output);
}

/** Runs a program of a package in the folder of the project; the step is right when it exits with 0. */
export function runTool(bin: string, ...args: string[]): Promise<StepResult> {
  return runTask({ args: [projectPath("node_modules", bin), ...args] });
}

/** The result of a suite of tests: one that ran nothing, and an error outside every test, have failed, too. */
export function suiteResult(
  { code, output }: Outcome,
  { passed, failed, failedFiles }: Omit<StepResult, "details">,
): StepResult {
  if (passed + failed === 0) return verdict(false, `No test ran.\n${output}`);
  // Such an error shows in the exit code alone.
  const unexplained = code !== 0 && failed === 0 ? 1 : 0;
  return { passed, failed: failed + unexplained, details: output, failedFiles: failedFiles ?? [] };
}

/** More failing files than this are no accident of a busy machine. */
const MOST_FILES_AGAIN = 4;

/** Beside another step a test that counts time may fail for that alone: files that failed run once more when all is over. */
async function runFailedAgain(step: Step, first: StepResult): Promise<StepResult> {
  const files = first.failedFiles ?? [];
  const isAccident = files.length > 0 && files.length <= MOST_FILES_AGAIN;
  if (first.failed === 0 || !isAccident || step.runAgain === undefined) return first;
  console.log(`• ${step.name}, once more alone: ${files.join(", ")}`);
  const second = await step.runAgain(files);
  if (second.failed > 0) {
    console.log(second.details.trimEnd());
    return first;
  }
  console.log(`✓ ${step.name}: what failed beside other steps passed alone`);
  return { ...second, passed: first.passed + first.failed };
}

async function runStep({ name, run }: Step): Promise<StepResult> {
  console.log(`• ${name}`);
  const startedAtMs = Date.now();
  const result = await run().catch((error: unknown) => verdict(false, describeFailure(error)));
  const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1);
  const counts = `${result.passed} passed, ${result.failed} failed`;
  if (result.failed > 0) console.log(result.details.trimEnd());
  console.log(`${result.failed === 0 ? "✓" : "✗"} ${name}: ${counts} (${seconds} s)`);
  return result;
}

/**
 * Runs every step, begun in their order and two of them at a time, because most wait more than they
 * work; then what has to run alone. Says of each when it begins and how it ended, and returns their
 * sums.
 */
export async function runSteps(steps: readonly Step[]) {
  const ended: { readonly step: Step; readonly result: StepResult }[] = [];
  const runWaiting = async (waiting: Step[]): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
      ended.push({ step, result: await runStep(step) });
  };
  const together = steps.filter(({ isAlone }) => !isAlone);
  await Promise.all([runWaiting(together), runWaiting(together)]);
  await runWaiting(steps.filter(({ isAlone }) => isAlone));
  const sums = { passed: 0, failed: 0 };
  for (const { step, result } of ended) {
    const last = await runFailedAgain(step, result);
    sums.passed += last.passed;
    sums.failed += last.failed;
  }
  return sums;
}
