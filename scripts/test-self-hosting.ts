import { followGuide } from "../tools/self-hosting/follow-guide";
import { runTool, say } from "../tools/stack/run-command";
import { temporaryDirectory } from "../tools/stack/temporary-directory";

const USAGE = `Follows docs/self-hosting.md word by word on a bare Debian of its own, with only the built packages, up to a visitor
who came in through the line over TLS. Needs root on Debian or Ubuntu; takes some minutes.

  npm run test:self-hosting

  --json   one JSON object as the last line: {steps, failed, seconds, replaced, visitor}
  --keep   leaves the folder with the machine's files, logs and pictures, and says where it is
  --help   this text`;

const OPTIONS = {
  keep: { type: "boolean", default: false },
} as const;

runTool(USAGE, { options: OPTIONS }, async ({ values }) => {
  const directory = await temporaryDirectory("stanchion-guide-", { isKept: values.keep });
  if (values.keep) console.error(`• The machine is in ${directory}`);
  const { failure, ...report } = await followGuide(directory, say);
  for (const line of report.replaced) console.log(`replaced  ${line}`);
  for (const line of report.visitor?.way ?? []) console.log(`visitor   ${line}`);
  if (failure !== null) console.log(`FAILED: ${failure}`);
  console.log(`${report.steps} steps, ${report.failed} failed, ${report.seconds} s`);
  if (values.json) console.log(JSON.stringify(report));
  return report.failed === 0 ? 0 : 1;
});
