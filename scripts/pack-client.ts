import { relative } from "node:path";
import { packClient } from "../tools/client-package/pack-package";
import { projectPath } from "../tools/stack/paths";
import { runTool } from "../tools/stack/run-command";

const USAGE = `Builds the package @stanchion/client and packs it into a file that npm, pnpm and yarn install.

  npm run pack:client
  npm install stanchion-client-0.1.0.tgz    # in your project, with the path of the file

  --json   one JSON object as the last line: {file}
  --help   this text`;

runTool(USAGE, {}, async ({ values }) => {
  const file = relative(process.cwd(), await packClient(projectPath()));
  console.log(values.json ? JSON.stringify({ file }) : file);
  return 0;
});
