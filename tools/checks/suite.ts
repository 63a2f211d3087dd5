import { readFile } from "node:fs/promises";
import { describeFailure } from "@/lib/platform/expected-failure";
import type { Environment } from "../stack/environment";
import { projectPath } from "../stack/paths";
import { runNode } from "../stack/run-to-end";

/** How one step ended; `details` is shown when something failed. */
export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  readonly details: string;
  /** The test files that failed, where tests wait on servers and count time. */
  readonly failedFiles?: readonly string[];
}

/** A named part of a check or a test run. */
export interface Step {
  readonly part: "check" | "unit" | "redis" | "database" | "e2e";
  readonly name: string;
  readonly run: () => Promise<StepResult>;
  /** Runs some test files of the step once more, when nothing else runs. */
  readonly runAgain?: (files: readonly string[]) => Promise<StepResult>;
}

/** The result of a step that is right or wrong as a whole. */
export function verdict(isGood: boolean, details: string): StepResult {
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, details };
}

/** Runs a program of a package in a folder; the step is right when it exits with 0. */
export async function runToolIn(
  directory: string,
  bin: string,
  ...args: string[]
): Promise<StepResult> {
  const task = { args: [projectPath("node_modules", bin), ...args], directory };
  const { code, output } = await runNode(task);
  return verdict(code === 0, output);
}

/** Runs a program of a package in the folder of the project. */
export function runTool(bin: string, ...args: string[]): Promise<StepResult> {
  return runToolIn(projectPath(), bin, ...args);
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    name: string;
    status: string;
    assertionResults: readonly object[];
  }[];
}

/** What one run of vitest is to do. */
export interface VitestRun {
  readonly projects: readonly string[];
  readonly reportFile: string;
  /** The Node to use instead of this one. */
  readonly program?: string | undefined;
  /** Left out: all files of the projects. */
  readonly files?: readonly string[];
}

interface PlaywrightReport {
  readonly stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  readonly errors: readonly object[];
}

/** A suite that ran nothing has failed: it proves nothing. */
function atLeastOne(passed: number, failed: number, details: string): StepResult {
  if (passed + failed > 0) return { passed, failed, details };
  return { passed: 0, failed: 1, details: `No test ran.\n${details}` };
}

async function readReport<Report>(file: string): Promise<Report | null> {
  return readFile(file, "utf8").then(JSON.parse, () => null);
}

/** Runs vitest projects. A skipped test and a file that could not be loaded count as failed. */
export async function runVitest(vitest: VitestRun): Promise<StepResult> {
  const { projects, reportFile, program, files = [] } = vitest;
  const { code, output } = await runNode({
    program,
    args: [
      projectPath("node_modules/vitest/vitest.mjs"),
      "run",
      ...files,
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reportFile}`,
    ],
    env: { NODE_ENV: "test", CI: "1" },
  });
  const report = await readReport<VitestReport>(reportFile);
  if (report === null) return verdict(false, output);
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const skipped = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + skipped + broken.length;
  // An error outside every test shows in the exit code alone.
  const unexplained = code !== 0 && failed === 0 ? 1 : 0;
  const failedFiles = report.testResults.flatMap(({ name, status }) =>
    status === "failed" ? [name] : [],
  );
  return { ...atLeastOne(report.numPassedTests, failed + unexplained, output), failedFiles };
}

/** Runs the browser journeys against the system that `env` describes. */
export async function runPlaywright(
  reportFile: string,
  env: Environment,
  ...options: readonly string[]
): Promise<StepResult> {
  const { code, output } = await runNode({
    args: [projectPath("node_modules/@playwright/test/cli.js"), "test", ...options],
    env: { ...env, NODE_ENV: "test", PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
  });
  const report = await readReport<PlaywrightReport>(reportFile);
  if (report === null) return verdict(false, output);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + skipped + report.errors.length;
  return atLeastOne(expected, failed + (code !== 0 && failed === 0 ? 1 : 0), output);
}

/** More failing files than this are no accident of a busy machine. */
const MOST_FILES_AGAIN = 4;

/**
 * Two steps share the machine, and a test that counts time may fail for that alone. So the files that
 * failed in a step run once more when all else is over, and what they say then counts.
 */
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
 * work. Says of each when it begins and how it ended, and returns their sums.
 */
export async function runSteps(
  steps: readonly Step[],
): Promise<{ passed: number; failed: number }> {
  const waiting = [...steps];
  const ended: { readonly step: Step; readonly result: StepResult }[] = [];
  const runWaiting = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      ended.push({ step, result: await runStep(step) });
    }
  };
  await Promise.all([runWaiting(), runWaiting()]);
  let passed = 0;
  let failed = 0;
  for (const { step, result } of ended) {
    const last = await runFailedAgain(step, result);
    passed += last.passed;
    failed += last.failed;
  }
  return { passed, failed };
}
