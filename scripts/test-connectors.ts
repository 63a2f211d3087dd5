import { join } from "node:path";
import { formatMatrix, readMatrix } from "../tools/connector-matrix/matrix";
import { projectPath } from "../tools/stack/paths";
import { runTool } from "../tools/stack/run-command";
import { runNode } from "../tools/stack/run-to-end";
import { temporaryDirectory } from "../tools/stack/temporary-directory";

const USAGE = `Runs the same scenarios against the connector of every runtime and shows the matrix.

  npm run test:connectors
  npm run test:connectors -- --only fetch,node

--only   some of the runtimes, by the names of their test files
--json   the matrix as one JSON object, the last line

✓ works   ✗ does not   – not possible in that runtime, for the reason below the matrix
Ends with 1 when anything does not work.`;

function runSuites(only: string | undefined, report: string) {
  const filters = only?.split(",").map((name) => `connectors/test/${name}.conformance.test`);
  return runNode({
    args: [
      projectPath("node_modules/vitest/vitest.mjs"),
      "run",
      "--project=runtimes",
      "--reporter=json",
      `--outputFile=${report}`,
      ...(filters ?? [".conformance.test"]),
    ],
    env: { NODE_ENV: "test", CI: "1" },
  });
}

runTool(USAGE, { options: { only: { type: "string" } } }, async ({ values }) => {
  const folder = await temporaryDirectory("stanchion-connectors-");
  const report = join(folder, "report.json");
  const { code, output } = await runSuites(values.only, report);
  const matrix = await readMatrix(report);
  if (matrix === null || matrix.runtimes.length === 0) {
    console.error(output);
    return 1;
  }
  console.log(formatMatrix(matrix));
  if (values.json) console.log(JSON.stringify(matrix));
  return code === 0 && matrix.failed === 0 ? 0 : 1;
});
