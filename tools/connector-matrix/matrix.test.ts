import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../stack/temporary-directory";
import { formatMatrix, readMatrix } from "./matrix";

const result = (runtime: string, title: string, status: string, message?: string) => ({
  ancestorTitles: [`${runtime} keeps the protocol`],
  title,
  status,
  failureMessages: message === undefined ? [] : [message],
});

test("the matrix shows what works, what does not, and why something is impossible", async () => {
  const file = join(await temporaryDirectory("stanchion-matrix-"), "report.json");
  const assertionResults = [
    result("node", "queues", "passed"),
    result("node", "leaves", "failed", "it stayed"),
    result("edge", "queues", "skipped"),
    result("edge", "leaves (not possible here: it has no cookies)", "passed"),
    { ...result("x", "another test", "passed"), ancestorTitles: ["the pull"] },
  ];
  const broken = { name: "b.test.ts", status: "failed", message: "no", assertionResults: [] };
  const good = { name: "a.test.ts", status: "failed", message: "", assertionResults };
  await writeFile(file, JSON.stringify({ testResults: [good, broken] }));
  const matrix = await readMatrix(file);
  expect(matrix?.runtimes).toEqual(["b.test.ts", "edge", "node"]);
  expect(matrix?.failed).toBe(3);
  const text = matrix === null ? "" : formatMatrix(matrix);
  expect(text).toMatch(/^queues +✗ +✓$/m);
  expect(text).toMatch(/^leaves +– +✗$/m);
  expect(text).toContain("– edge: leaves: not possible here: it has no cookies");
  expect(text).toContain("✗ node: leaves\nit stayed");
  expect(await readMatrix(`${file}.none`)).toBeNull();
});
