import { relative } from "node:path";
import { packConnectors } from "../tools/connector-package/pack-package";
import { projectPath } from "../tools/stack/paths";
import { readOptions, runCommand } from "../tools/stack/run-command";

const USAGE = `Builds the package @stanchion/connector and packs it into a file that npm, pnpm and yarn install.

  npm run pack:connectors
  npm install stanchion-connector-0.1.0.tgz    # in your site, with the path of the file

This is the only way: "npm pack" in the folder of the sources fails, because they are not built there.`;

runCommand(async () => {
  const { values } = readOptions({ options: { help: { type: "boolean", short: "h" } } });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  console.log(relative(process.cwd(), await packConnectors(projectPath())));
  return 0;
});
