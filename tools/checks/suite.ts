import { readFile } from "node:fs/promises";
import { describeFailure } from "@/lib/platform/expected-failure";
import type { Environment } from "../stack/environment";
import { projectPath } from "../stack/paths";
import { findProgram, isRoot } from "../stack/programs";
import { runNode, type Task } from "../stack/run-to-end";

/** How one step ended; `details` is shown when something failed. */
export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  readonly details: string;
  /** The test files in which something failed; none where something else is wrong as well. */
  readonly failedFiles?: readonly string[];
}

/** A named part of a check or a test run. */
export interface Step {
  readonly part: "check" | "unit" | "redis" | "database" | "e2e";
  readonly name: string;
  readonly run: () => Promise<StepResult>;
  /** Whether nothing else may run beside it. */
  readonly isAlone?: boolean;
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
  /** Left out: every project that has one of the files. */
  readonly projects?: readonly string[];
  /** "related" runs what imports the files. */
  readonly command?: "run" | "related";
  readonly reportFile: string;
  /** The Node to use instead of this one. */
  readonly program?: string | undefined;
  /** Left out: all files of the projects. */
  readonly files?: readonly string[];
}

/** A file, or a group of tests in one. */
interface PlaywrightSuite {
  readonly file: string;
  readonly specs: readonly { readonly ok: boolean }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport {
  readonly stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  readonly errors: readonly object[];
  readonly suites: readonly PlaywrightSuite[];
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
  const { projects = [], command = "run", reportFile, program, files = [] } = vitest;
  const { code, output } = await runNode({
    program,
    args: [
      projectPath("node_modules/vitest/vitest.mjs"),
      command,
      ...files,
      "--run",
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
    status === "failed" && skipped === 0 ? [name] : [],
  );
  return { ...atLeastOne(report.numPassedTests, failed + unexplained, output), failedFiles };
}

const hasFailed = ({ specs, suites = [] }: PlaywrightSuite): boolean =>
  specs.some(({ ok }) => !ok) || suites.some(hasFailed);

/**
 * Run by root, Chromium puts itself before every other program, also before the servers that it
 * waits for: it is run without that right.
 */
function withoutPriority(args: readonly string[]): Pick<Task, "program" | "args"> {
  const setpriv = isRoot() ? findProgram("setpriv") : null;
  if (setpriv === null) return { args };
  return { program: setpriv, args: ["--bounding-set=-sys_nice", "--", process.execPath, ...args] };
}

/** Runs the browser journeys of some files, or all, against the system that `env` describes. */
export async function runPlaywright(
  reportFile: string,
  env: Environment,
  files: readonly string[] = [],
): Promise<StepResult> {
  const { code, output } = await runNode({
    ...withoutPriority([projectPath("node_modules/@playwright/test/cli.js"), "test", ...files]),
    env: { ...env, NODE_ENV: "test", PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
  });
  const report = await readReport<PlaywrightReport>(reportFile);
  if (report === null) return verdict(false, output);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + skipped + report.errors.length;
  const areOnlyFailures = flaky + skipped + report.errors.length === 0;
  const failedFiles = report.suites
    .filter((suite) => areOnlyFailures && hasFailed(suite))
    .map(({ file }) => file);
  const unexplained = code !== 0 && failed === 0 ? 1 : 0;
  return { ...atLeastOne(expected, failed + unexplained, output), failedFiles };
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
 * work; then what has to run alone. Says of each when it begins and how it ended, and returns their
 * sums.
 */
export async function runSteps(
  steps: readonly Step[],
): Promise<{ passed: number; failed: number }> {
  const ended: { readonly step: Step; readonly result: StepResult }[] = [];
  const runWaiting = async (waiting: Step[]): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      ended.push({ step, result: await runStep(step) });
    }
  };
  const together = steps.filter(({ isAlone }) => !isAlone);
  await Promise.all([runWaiting(together), runWaiting(together)]);
  await runWaiting(steps.filter(({ isAlone }) => isAlone));
  let passed = 0;
  let failed = 0;
  for (const { step, result } of ended) {
    const last = await runFailedAgain(step, result);
    passed += last.passed;
    failed += last.failed;
  }
  return { passed, failed };
}
