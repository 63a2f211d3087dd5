import { listChecks } from "../tools/checks/checks";
import { runSteps } from "../tools/checks/suite";
import { runTool } from "../tools/stack/run-command";
import { temporaryDirectory } from "../tools/stack/temporary-directory";

const USAGE = `Checks format, lint, types, imports, unused code and unit tests; under a minute.

  npm run check

  --json   one JSON object as the last line: {passed, failed}
  --help   this text`;

runTool(USAGE, {}, async ({ values }) => {
  const sums = await runSteps(listChecks(await temporaryDirectory("stanchion-check-")));
  console.log(`${sums.passed} passed, ${sums.failed} failed`);
  if (values.json) console.log(JSON.stringify(sums));
  return sums.failed === 0 ? 0 : 1;
});
