import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectPath } from "../stack/paths";
import { type Outcome, runNode, type Task } from "../stack/run-to-end";
import { type StepResult, suiteResult, verdict } from "./suite";

export type ReportedTest = Readonly<
  Record<"title" | "fullName" | "status", string> &
    Record<"ancestorTitles" | "failureMessages", readonly string[]>
>;

/** A file of tests as vitest reports it; one that could not be loaded has failed and has no tests. */
export type ReportedFile = Readonly<Record<"name" | "status" | "message", string>> & {
  readonly assertionResults: readonly ReportedTest[];
};

type Counted = "numPassedTests" | "numFailedTests" | "numPendingTests" | "numTodoTests";
type VitestReport = Readonly<Record<Counted, number>> & {
  readonly testResults: readonly ReportedFile[];
};

/** How vitest ended, and what it reports; null where it did not come so far. */
export type Reported = Outcome & { readonly report: VitestReport | null };

let reports = 0;

/** Runs vitest once, of this project or of a copy in `task.directory`; its report is a new file in `folder`. */
export async function reportOfVitest(
  folder: string,
  args: readonly string[],
  task: Omit<Task, "args"> = {},
): Promise<Reported> {
  reports += 1;
  const file = join(folder, `vitest-${reports}.json`);
  const program = join(task.directory ?? projectPath(), "node_modules/vitest/vitest.mjs");
  const reporter = ["--reporter=json", `--outputFile.json=${file}`];
  const outcome = await runNode({
    ...task,
    args: [program, ...args, ...reporter],
    env: { ...task.env, NODE_ENV: "test", CI: "1" },
  });
  return { ...outcome, report: await readFile(file, "utf8").then(JSON.parse, () => null) };
}

export interface VitestRun {
  /** Left out: every project that has one of the files. */
  readonly projects?: readonly string[];
  /** "related" runs what imports the files. */
  readonly command?: "run" | "related";
  readonly folder: string;
  /** The Node to use instead of this one. */
  readonly program?: string | undefined;
  readonly files?: readonly string[];
}

/** Runs vitest projects. A skipped test and a file that could not be loaded count as failed. */
export async function runVitest(vitest: VitestRun): Promise<StepResult> {
  const { projects = [], command = "run", folder, program, files = [] } = vitest;
  const options = ["--reporter=default", ...projects.map((project) => `--project=${project}`)];
  const reported = await reportOfVitest(folder, [command, ...files, "--run", ...options], {
    program,
  });
  const { report } = reported;
  if (report === null) return verdict(false, reported.output);
  const failedFiles = report.testResults.filter(({ status }) => status === "failed");
  const unread = failedFiles.filter(({ assertionResults }) => assertionResults.length === 0);
  const skipped = report.numPendingTests + report.numTodoTests;
  return suiteResult(reported, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + skipped + unread.length,
    failedFiles: skipped === 0 ? failedFiles.map(({ name }) => name) : [],
  });
}
