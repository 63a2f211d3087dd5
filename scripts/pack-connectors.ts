import { relative } from "node:path";
import { packConnectors } from "../tools/connector-package/pack-package";
import { projectPath } from "../tools/stack/paths";
import { runTool } from "../tools/stack/run-command";

const USAGE = `Builds the package @stanchion/connector and packs it into a file that npm, pnpm and yarn install.

  npm run pack:connectors
  npm install stanchion-connector-0.1.0.tgz    # in your site, with the path of the file

  --json   one JSON object as the last line: {file}
  --help   this text

This is the only way: "npm pack" in the folder of the sources fails, because they are not built there.`;

runTool(USAGE, {}, async ({ values }) => {
  const file = relative(process.cwd(), await packConnectors(projectPath()));
  console.log(values.json ? JSON.stringify({ file }) : file);
  return 0;
});
