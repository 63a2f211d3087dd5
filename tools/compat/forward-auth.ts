import { reportOfVitest } from "../checks/vitest";
import { readMatrix } from "../connector-matrix/matrix";
import { temporaryDirectory } from "../stack/temporary-directory";
import type { TrySystem } from "./systems";

/** The scenarios of all connectors behind each proxy that Debian has, with the files of `deploy/forward-auth`. */
export const tryForwardAuth: TrySystem = async (_addresses, tell) => {
  const folder = await temporaryDirectory("stanchion-forward-auth-");
  const args = ["run", "--project=runtimes", "test/forward-auth/"];
  const { report, output } = await reportOfVitest(folder, args);
  if (report === null) {
    tell(output.slice(-2_000));
    return { failed: 1, figures: { proxies: [], scenarios: 0, passed: 0 } };
  }
  const { runtimes, scenarios, cells } = readMatrix(report.testResults);
  for (const { assertionResults } of report.testResults)
    for (const { fullName, status } of assertionResults) if (status !== "passed") tell(fullName);
  const all = runtimes.flatMap((name) => Object.values(cells[name] ?? {}));
  const passed = all.filter(({ result }) => result === "works").length;
  const figures = { proxies: runtimes, scenarios: scenarios.length, passed };
  return { failed: report.numFailedTests, figures };
};
