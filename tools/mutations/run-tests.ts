import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../stack/environment";
import { type NamedTest, namePattern, type Project } from "./mutation";

/** Longer than the longest time that vitest gives a test. */
const LONGEST_MS = 240_000;

/** One test as vitest reports it. */
type Reported = { readonly file: string; readonly name: string; readonly hasPassed: boolean };

/** What a run of vitest showed. */
export type TestRun = {
  readonly tests: readonly Reported[];
  /** What vitest wrote, and why tests failed. */
  readonly output: string;
};

type VitestReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

const running = new Set<number>();
process.on("exit", () => {
  for (const processId of running) endGroup(processId);
});

let runs = 0;

/** Runs the named tests of one project in a copy; rejects when they do not end in four minutes. */
export async function runNamedTests(
  directory: string,
  { project, tests }: { readonly project: Project; readonly tests: readonly NamedTest[] },
  env: Environment,
): Promise<TestRun> {
  runs += 1;
  const reportFile = join(directory, `.mutations-${runs}.json`);
  const names = [...new Set(tests.map(({ name }) => `(${namePattern(name)})`))];
  const written = await runVitest(directory, env, [
    ...new Set(tests.map(({ file }) => file)),
    `--project=${project}`,
    `--testNamePattern=${names.join("|")}`,
    "--reporter=json",
    `--outputFile.json=${reportFile}`,
  ]);
  const report: VitestReport | null = await readFile(reportFile, "utf8").then(
    JSON.parse,
    () => null,
  );
  await rm(reportFile, { force: true });
  return report === null ? { tests: [], output: written } : readReport(directory, report, written);
}

function readReport(directory: string, report: VitestReport, written: string): TestRun {
  const files = report.testResults.map((file) => ({
    ...file,
    path: file.name.slice(file.name.lastIndexOf(directory) + directory.length + 1),
    ran: file.assertionResults.filter(({ status }) => status === "passed" || status === "failed"),
  }));
  const messages = files.flatMap(({ message, ran }) => [
    message ?? "",
    ...ran.flatMap(({ failureMessages }) => failureMessages),
  ]);
  return {
    tests: files.flatMap(({ path, ran }) =>
      ran.map(({ fullName, status }) => ({
        file: path,
        name: fullName,
        hasPassed: status === "passed",
      })),
    ),
    output: [...messages, written].filter((text) => text !== "").join("\n"),
  };
}

/** The tests of a run that a name stands for. */
export function testsNamed({ tests }: TestRun, { file, name }: NamedTest): readonly Reported[] {
  const pattern = new RegExp(namePattern(name));
  return tests.filter((test) => test.file === file && pattern.test(test.name));
}

function runVitest(directory: string, env: Environment, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const vitest = join(directory, "node_modules/vitest/vitest.mjs");
    const child = spawn(process.execPath, [vitest, "run", ...args], {
      cwd: directory,
      env: { ...process.env, ...env, NODE_ENV: "test", CI: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const processId = child.pid ?? 0;
    running.add(processId);
    let output = "";
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    const timer = setTimeout(() => {
      endGroup(processId);
      reject(new Error(`the tests did not end within ${LONGEST_MS / 1_000} s`));
    }, LONGEST_MS);
    child.once("error", reject);
    child.once("close", () => {
      running.delete(processId);
      clearTimeout(timer);
      resolve(output);
    });
  });
}

/** Ends a program with all that it has started. */
function endGroup(processId: number): void {
  try {
    if (processId > 0) process.kill(-processId, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}
