import { reportOfVitest } from "../tools/checks/vitest";
import { formatMatrix, readMatrix } from "../tools/connector-matrix/matrix";
import { runTool } from "../tools/stack/run-command";
import { temporaryDirectory } from "../tools/stack/temporary-directory";

const USAGE = `Runs the same scenarios against the connector of every runtime and shows the matrix.

  npm run test:connectors
  npm run test:connectors -- --only fetch,node

--only   some of the runtimes, by the names of their test files
--json   the matrix as one JSON object, the last line

✓ works   ✗ does not   – not possible in that runtime, for the reason below the matrix
Ends with 1 when anything does not work.`;

runTool(USAGE, { options: { only: { type: "string" } } }, async ({ values }) => {
  const names = values.only?.split(",").map((name) => `/${name}`) ?? [""];
  const suites = names.map((name) => `${name}.conformance.test`);
  const { code, output, report } = await reportOfVitest(
    await temporaryDirectory("stanchion-connectors-"),
    ["run", "--project=runtimes", ...suites],
  );
  const matrix = readMatrix(report?.testResults ?? []);
  if (matrix.runtimes.length === 0) {
    console.error(output);
    return 1;
  }
  console.log(formatMatrix(matrix));
  if (values.json) console.log(JSON.stringify(matrix));
  return code === 0 && matrix.failed === 0 ? 0 : 1;
});
