import { reportOfVitest } from "../checks/vitest";
import type { Environment } from "../stack/environment";
import { type Mutation, type NamedTest, namePattern, PROJECTS, projectOf } from "./mutation";

/** Longer than the longest time that vitest gives a test. */
const LONGEST_MS = 240_000;

type Ran = { readonly file: string; readonly name: string; readonly hasPassed: boolean };

export type TestRun = { readonly tests: readonly Ran[]; readonly output: string };

/** What became of a row. Only `noticed` is good. */
export type Verdict =
  | { readonly type: "noticed" }
  /** A named test passes although the code is broken. */
  | { readonly type: "survived"; readonly tests: readonly string[] }
  /** The row proves nothing: its text, its test or the broken code is not what it should be. */
  | { readonly type: "not-applied"; readonly reason: string };

/** Runs the tests that some rows name, in a copy, a run for each project; rejects when one does not end in four minutes. */
export async function runTestsOf(directory: string, rows: readonly Mutation[], env: Environment) {
  const runs: TestRun[] = [];
  for (const project of PROJECTS) {
    const all = rows.flatMap(({ tests }) => tests);
    const named = all.filter(({ file }) => projectOf(file) === project);
    if (named.length === 0) continue;
    const names = new Set(named.map(({ name }) => `(${namePattern(name)})`));
    const files = new Set(named.map(({ file }) => file));
    const options = [`--project=${project}`, `--testNamePattern=${[...names].join("|")}`];
    runs.push(await runVitest(directory, env, [...files, ...options]));
  }
  return {
    tests: runs.flatMap(({ tests }) => tests),
    output: runs.map(({ output }) => output).join("\n"),
  };
}

async function runVitest(directory: string, env: Environment, args: readonly string[]) {
  const task = { directory, env, longestMs: LONGEST_MS };
  const { report, output } = await reportOfVitest(directory, ["run", ...args], task);
  const files = report?.testResults ?? [];
  const ran = files.flatMap(({ name, assertionResults }) => {
    const file = name.slice(name.lastIndexOf(directory) + directory.length + 1);
    const ended = assertionResults.filter(({ status }) => /^(passed|failed)$/.test(status));
    return ended.map((test) => ({ ...test, file }));
  });
  const failures = ran.flatMap(({ failureMessages }) => failureMessages);
  return {
    tests: ran.map(({ file, fullName: name, status }) => {
      return { file, name, hasPassed: status === "passed" };
    }),
    output: [...files.map(({ message }) => message), ...failures, output]
      .filter(Boolean)
      .join("\n"),
  };
}

/** The tests of a run that a name stands for. */
function testsNamed({ tests }: TestRun, { file, name }: NamedTest): readonly Ran[] {
  const pattern = new RegExp(namePattern(name));
  return tests.filter((test) => test.file === file && pattern.test(test.name));
}

/** Code that does not even run fails every test; such a failure says nothing about the test. */
const DOES_NOT_RUN = /^.*(user_script:\d+|ReferenceError|SyntaxError).*$/m;

/** Why a row cannot be tried: a named test that does not exist or fails in code that is whole. */
export function faultOfBaseline({ tests }: Mutation, whole: TestRun): string | null {
  for (const test of tests) {
    const found = testsNamed(whole, test);
    if (found.length === 0) return `there is no test "${test.name}" in ${test.file}`;
    const failed = found.find(({ hasPassed }) => !hasPassed);
    if (failed !== undefined) return `"${failed.name}" fails without the mutation`;
  }
  return null;
}

export function judge({ tests }: Mutation, broken: TestRun): Verdict {
  const results = tests.map((test) => ({ name: test.name, found: testsNamed(broken, test) }));
  const missing = results.find(({ found }) => found.length === 0);
  if (missing !== undefined) {
    const told = broken.output.trim().split("\n").at(-1)?.trim();
    return notApplied(`with the mutation "${missing.name}" does not run: ${told}`);
  }
  const passing = results.filter(({ found }) => found.every(({ hasPassed }) => hasPassed));
  if (passing.length > 0) return { type: "survived", tests: passing.map(({ name }) => name) };
  const [defect] = DOES_NOT_RUN.exec(broken.output) ?? [];
  if (defect !== undefined) return notApplied(`the broken code does not run: ${defect.trim()}`);
  return { type: "noticed" };
}

export function notApplied(reason: string): Verdict {
  return { type: "not-applied", reason };
}
