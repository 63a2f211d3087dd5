import { mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { requireBrowser } from "../stack/browser";
import type { Environment } from "../stack/environment";
import { projectPath } from "../stack/paths";
import { findProgram, isRoot } from "../stack/programs";
import { runNode, type Task } from "../stack/run-to-end";
import { SERVICE_NAMES } from "../stack/services";
import { startIsolated } from "../stack/stack";
import { type StepResult, suiteResult, verdict } from "./suite";

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

const hasFailed = ({ specs, suites = [] }: PlaywrightSuite): boolean =>
  specs.some(({ ok }) => !ok) || suites.some(hasFailed);

/** Run by root, Chromium goes before all other programs, even the servers that it waits for: it runs without that right. */
function withoutPriority(args: readonly string[]): Pick<Task, "program" | "args"> {
  const setpriv = isRoot() ? findProgram("setpriv") : null;
  if (setpriv === null) return { args };
  return { program: setpriv, args: ["--bounding-set=-sys_nice", "--", process.execPath, ...args] };
}

async function runPlaywright(reportFile: string, env: Environment, files: readonly string[]) {
  const outcome = await runNode({
    ...withoutPriority([projectPath("node_modules/@playwright/test/cli.js"), "test", ...files]),
    env: { ...env, NODE_ENV: "test", PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
  });
  const report: PlaywrightReport | null = await readFile(reportFile, "utf8").then(
    JSON.parse,
    () => null,
  );
  if (report === null) return verdict(false, outcome.output);
  const { expected: passed, unexpected, flaky, skipped } = report.stats;
  const others = flaky + skipped + report.errors.length;
  const failedFiles = report.suites
    .filter((suite) => others === 0 && hasFailed(suite))
    .map(({ file }) => file);
  return suiteResult(outcome, { passed, failed: unexpected + others, failedFiles });
}

/** Runs browser journeys, of all files or some, against a new system with data, logs and reports below `folder`. */
export async function runBrowserTests(
  folder: string,
  files: readonly string[],
  onProgress: (line: string) => void,
): Promise<StepResult> {
  requireBrowser(onProgress);
  const dataDirectory = await mkdtemp(join(folder, "system-"));
  const stack = await startIsolated({ dataDirectory, services: SERVICE_NAMES, onProgress });
  try {
    onProgress("Running the browser journeys");
    const env = {
      ...stack.env,
      TEST_RESULTS_DIRECTORY: join(dataDirectory, "browser"),
      TEST_TRACE: files.length === 0 ? "off" : "on",
    };
    return await runPlaywright(join(dataDirectory, "browser.json"), env, files);
  } finally {
    await stack.close();
  }
}
