import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkStrangersPackage } from "../checks/strangers-package";
import { projectPath } from "../stack/paths";
import { runNode } from "../stack/run-to-end";
import { temporaryDirectory } from "../stack/temporary-directory";
import { allExamples } from "./list-examples";

const TEST = "test/documents/examples.redis.test.ts";

/** What became of the examples of the documents for integrators. */
export type Followed = {
  readonly documents: number;
  readonly examples: number;
  readonly run: number;
  readonly failed: number;
  readonly notRun: number;
  /** What was wrong, as it was said. */
  readonly details: readonly string[];
};

/** Runs all of them: programs with the packed connectors as a stranger, the others against a waiting room. */
export async function followDocuments(say: (line: string) => void): Promise<Followed> {
  const { all, ofPackage, others } = await allExamples();
  const documents = new Set(all.map(({ document }) => document)).size;
  say(`${ofPackage} programs are compiled and run with the packed connectors`);
  const packed = await checkStrangersPackage();
  say(`${others.length} other examples are run against a waiting room`);
  const asked = await runOthers();
  const run = Math.min(ofPackage, packed.passed + packed.failed) + asked.passed + asked.failed;
  return {
    documents,
    examples: all.length,
    run,
    failed: packed.failed + asked.failed,
    notRun: all.length - run,
    details: [packed.failed > 0 ? packed.details : "", asked.details].filter((text) => text !== ""),
  };
}

async function runOthers() {
  const folder = await temporaryDirectory("stanchion-documents-");
  const report = join(folder, "report.json");
  const { output } = await runNode({
    args: [
      projectPath("node_modules/vitest/vitest.mjs"),
      ...["run", "--project=redis", TEST, "--reporter=json", `--outputFile=${report}`],
    ],
    env: { NODE_ENV: "test", CI: "1" },
  });
  const text = await readFile(report, "utf8").catch(() => null);
  if (text === null) return { passed: 0, failed: 1, details: output };
  const { numPassedTests: passed, numFailedTests: failed, testResults } = JSON.parse(text);
  return { passed, failed, details: failed > 0 ? failuresIn(testResults) : "" };
}

type Results = readonly {
  readonly assertionResults: readonly {
    readonly title: string;
    readonly failureMessages: readonly string[];
  }[];
}[];

function failuresIn(results: Results): string {
  return results
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ failureMessages }) => failureMessages.length > 0)
    .map(({ title, failureMessages }) => `${title}\n${failureMessages.join("\n")}`)
    .join("\n");
}
