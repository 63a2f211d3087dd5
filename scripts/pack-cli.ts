import { relative } from "node:path";
import { packCli } from "../tools/cli-package/bundle";
import { projectPath } from "../tools/stack/paths";
import { runTool } from "../tools/stack/run-command";

const USAGE = `Bundles the operators' command line and packs it into a file that npm installs.

  npm run pack:cli
  npm install --global stanchion-cli-0.1.0.tgz

  --json   one JSON object as the last line: {file}
  --help   this text`;

runTool(USAGE, {}, async ({ values }) => {
  const file = relative(process.cwd(), await packCli(projectPath()));
  console.log(values.json ? JSON.stringify({ file }) : file);
  return 0;
});
