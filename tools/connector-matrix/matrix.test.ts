import { expect, test } from "vitest";
import { formatMatrix, readMatrix } from "./matrix";

const result = (runtime: string, title: string, status: string, ...failureMessages: string[]) => ({
  ancestorTitles: [`${runtime} keeps the protocol`],
  ...{ title, fullName: title, status, failureMessages },
});

test("the matrix shows what works, what does not, and why something is impossible", () => {
  const assertionResults = [
    result("node", "queues", "passed"),
    result("node", "leaves", "failed", "it stayed"),
    result("edge", "queues", "skipped"),
    result("edge", "leaves (not possible here: it has no cookies)", "passed"),
    { ...result("x", "another test", "passed"), ancestorTitles: ["the pull"] },
  ];
  const broken = { name: "b.test.ts", status: "failed", message: "no", assertionResults: [] };
  const good = { name: "a.test.ts", status: "failed", message: "", assertionResults };
  const matrix = readMatrix([good, broken]);
  expect(matrix.runtimes).toEqual(["b.test.ts", "edge", "node"]);
  expect(matrix.failed).toBe(3);
  const text = formatMatrix(matrix);
  expect(text).toMatch(/^queues +✗ +✓$/m);
  expect(text).toMatch(/^leaves +– +✗$/m);
  expect(text).toContain("– edge: leaves: not possible here: it has no cookies");
  expect(text).toContain("✗ node: leaves\nit stayed");
});
