import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { projectPath } from "../stack/paths";
import { runBrowserTests } from "./browser-tests";
import type { Step } from "./suite";
import { runVitest } from "./vitest";

/** The files that differ from the last commit, from the root of the project; without those that are gone. */
export function listChangedFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: projectPath(), encoding: "utf8" }).split("\n");
  const names = [
    ...git("diff", "--name-only", "--relative", "--diff-filter=d", "HEAD"),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  return [...new Set(names.filter((name) => name !== ""))];
}

/** Sorts paths by who runs their tests. Of other sources those unit tests are meant that import them, in however many steps. */
export function sortPaths(paths: readonly string[], isFolder: (path: string) => boolean) {
  const [journeys, others] = [/^e2e(\/|$)/, /^(?!e2e(\/|$))/].map((kind) =>
    paths.filter((path) => kind.test(path)),
  );
  const isTests = (path: string): boolean => /\.test\.tsx?$/.test(path) || isFolder(path);
  return {
    journeys: (journeys ?? []).filter((path) => path.endsWith(".spec.ts") || isFolder(path)),
    tests: (others ?? []).filter(isTests),
    sources: (others ?? []).filter((path) => /\.tsx?$/.test(path) && !isTests(path)),
  };
}

/** The tests that paths of the project ask for. Throws where a path does not exist or none has a test. */
export function listFocusedSteps(
  paths: readonly string[],
  folder: string,
  onProgress: (line: string) => void,
): Step[] {
  const missing = paths.find((path) => !existsSync(projectPath(path)));
  if (missing !== undefined) throw new ExpectedFailure(`There is no ${missing} in this project.`);
  const plain = paths.map((path) => path.replace(/^\.\//, "").replace(/\/$/, ""));
  const isFolder = (path: string): boolean => statSync(projectPath(path)).isDirectory();
  const { journeys, tests, sources } = sortPaths(plain, isFolder);
  const steps: Step[] = [];
  const add = (part: Step["part"], name: string, run: Step["run"]) =>
    steps.push({ part, name, run });
  const related = { projects: ["unit"], command: "related", files: sources, folder } as const;
  if (tests.length > 0) add("unit", "tests", () => runVitest({ files: tests, folder }));
  if (sources.length > 0) add("unit", "unit tests of sources", () => runVitest(related));
  if (journeys.length > 0)
    add("e2e", "browser journeys", () => runBrowserTests(folder, journeys, onProgress));
  if (steps.length > 0) return steps;
  throw new ExpectedFailure("None of these files is a test, or a source that tests import.");
}
