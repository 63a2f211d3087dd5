import { checkStrangersPackage } from "../checks/connector-package";
import { reportOfVitest } from "../checks/vitest";
import { say } from "../stack/run-command";
import { temporaryDirectory } from "../stack/temporary-directory";
import { allExamples } from "./list-examples";

const TEST = "test/documents/examples.redis.test.ts";

/** Runs all of them: programs with the packed connectors as a stranger, the others against a waiting room. */
export async function followDocuments() {
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
    // What was wrong, as it was said.
    details: [packed.failed > 0 ? packed.details : "", asked.details].filter((text) => text !== ""),
  };
}

async function runOthers() {
  const folder = await temporaryDirectory("stanchion-documents-");
  const { report, output } = await reportOfVitest(folder, ["run", "--project=redis", TEST]);
  if (report === null) return { passed: 0, failed: 1, details: output };
  const failures = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ failureMessages }) => failureMessages.length > 0)
    .map(({ title, failureMessages }) => [title, ...failureMessages].join("\n"));
  const { numPassedTests: passed, numFailedTests: failed } = report;
  return { passed, failed, details: failures.join("\n") };
}
