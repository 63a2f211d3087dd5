import { followDocuments } from "../tools/documents/follow-documents";
import { runTool } from "../tools/stack/run-command";

const USAGE = `Runs every example of every document for integrators: programs compiled at their strictest with the packed
connectors and run, requests sent to a waiting room and their answers compared, files read by what reads them.

  npm run test:documents

  --json   one JSON object as the last line: {documents, examples, run, failed, notRun}
  --help   this text`;

runTool(USAGE, {}, async ({ values }) => {
  const { details, ...report } = await followDocuments();
  for (const text of details) console.error(text);
  console.log(
    `${report.run} of ${report.examples} examples run, ${report.failed} failed, in ${report.documents} documents`,
  );
  if (values.json) console.log(JSON.stringify(report));
  return report.failed === 0 && report.notRun === 0 ? 0 : 1;
});
