import { expect, test } from "vitest";
import { listFocusedSteps, sortPaths } from "./focused-tests";

test("paths are sorted by who runs their tests", () => {
  const paths = [
    "lib/domain/code.ts",
    "lib/domain/code.test.ts",
    "lib/line",
    "e2e/spa.spec.ts",
    "e2e/site.ts",
    "README.md",
  ];
  expect(sortPaths(paths, (path) => path === "lib/line")).toEqual({
    journeys: ["e2e/spa.spec.ts"],
    tests: ["lib/domain/code.test.ts", "lib/line"],
    sources: ["lib/domain/code.ts"],
  });
});

test("a path that does not exist, and a choice that has no test, is said", () => {
  const list = (...paths: string[]) => listFocusedSteps(paths, "/tmp", () => undefined);
  expect(() => list("lib/nowhere.ts")).toThrow("There is no lib/nowhere.ts in this project.");
  expect(() => list("README.md")).toThrow(/^None of these files is a test/);
  expect(list("./tools/checks/", "e2e/spa.spec.ts").map(({ name }) => name)).toEqual([
    "tests",
    "browser journeys",
  ]);
});
