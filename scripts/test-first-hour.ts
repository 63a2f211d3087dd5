import { followReadme } from "../tools/first-hour/follow-readme";
import { runTool, say } from "../tools/stack/run-command";
import { temporaryDirectory } from "../tools/stack/temporary-directory";

const USAGE = `Follows the five steps of the README word by word on a bare Debian of its own, from a fresh clone up to a visitor who
has waited, in a real browser and without the demo shop. Needs root on Debian or Ubuntu; takes some minutes.

  npm run test:first-hour

  --json   one JSON object as the last line: {steps, failed, seconds}
  --keep   leaves the folder with the machine's files, logs and pictures, and says where it is
  --help   this text

What is otherwise than for a newcomer: packages are installed before npm start, in the network of this machine, because the
other one has none but its own.`;

const OPTIONS = {
  keep: { type: "boolean", default: false },
} as const;

runTool(USAGE, { options: OPTIONS }, async ({ values }) => {
  const directory = await temporaryDirectory("stanchion-first-hour-", { isKept: values.keep });
  if (values.keep) console.error(`• The machine is in ${directory}`);
  const { failure, ...report } = await followReadme(directory, say);
  if (failure !== null) console.log(`FAILED: ${failure}`);
  console.log(`${report.steps} steps, ${report.failed} failed, ${report.seconds} s`);
  if (values.json) console.log(JSON.stringify(report));
  return report.failed === 0 ? 0 : 1;
});
