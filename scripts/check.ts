import { listChecks } from "../tools/checks/checks";
import { runSteps } from "../tools/checks/suite";
import { readOptions, runCommand } from "../tools/stack/run-command";
import { temporaryDirectory } from "../tools/stack/temporary-directory";

const USAGE = `Checks format, lint, types, imports, unused code and unit tests; under a minute.

  npm run check`;

runCommand(async () => {
  const { values } = readOptions({ options: { help: { type: "boolean", short: "h" } } });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const steps = listChecks(await temporaryDirectory("stanchion-check-"));
  const { passed, failed } = await runSteps(steps);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
