import { statSync } from "node:fs";
import { packServer } from "../tools/server-package/pack-package";
import { fromProject } from "../tools/stack/paths";
import { runTool } from "../tools/stack/run-command";

const USAGE = `Builds everything that runs in production, and packs it into one file:
.build/stanchion-<version>.tgz. "npm install --omit=dev" of that file gives the command "stanchion".

  npm run build

  --json   one JSON object as the last line: {file, bytes}
  --help   this text`;

runTool(USAGE, {}, async ({ values }) => {
  const file = await packServer();
  const bytes = statSync(file).size;
  if (values.json) console.log(JSON.stringify({ file, bytes }));
  else console.log(`${fromProject(file)}  ${(bytes / 1024 / 1024).toFixed(1)} MB`);
  return 0;
});
