import type { Mutation } from "./mutation";
import { type TestRun, testsNamed } from "./run-tests";

/** What became of a row. Only `noticed` is good. */
export type Verdict =
  | { readonly type: "noticed" }
  /** A named test passes although the code is broken. */
  | { readonly type: "survived"; readonly tests: readonly string[] }
  /** The row proves nothing: its text, its test or the broken code is not what it should be. */
  | { readonly type: "not-applied"; readonly reason: string };

/** Code that does not even run fails every test; such a failure says nothing about the test. */
const DOES_NOT_RUN = /user_script:\d+|ReferenceError|SyntaxError/;

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

/** Judges a run of the named tests with the mutation in the code. */
export function judge({ tests }: Mutation, broken: TestRun): Verdict {
  const results = tests.map((test) => ({ test, found: testsNamed(broken, test) }));
  const missing = results.find(({ found }) => found.length === 0);
  if (missing !== undefined) {
    const told = lastLine(broken.output);
    return notApplied(`with the mutation "${missing.test.name}" does not run: ${told}`);
  }
  const passing = results.filter(({ found }) => found.every(({ hasPassed }) => hasPassed));
  if (passing.length > 0) {
    return { type: "survived", tests: passing.map(({ test }) => test.name) };
  }
  const defect = DOES_NOT_RUN.exec(broken.output);
  if (defect !== null)
    return notApplied(`the broken code does not run: ${lineAt(broken.output, defect.index)}`);
  return { type: "noticed" };
}

function notApplied(reason: string): Verdict {
  return { type: "not-applied", reason };
}

function lineAt(text: string, index: number): string {
  const start = text.lastIndexOf("\n", index) + 1;
  return text.slice(start).split("\n", 1)[0]?.trim() ?? "";
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.trim() ?? "";
}
