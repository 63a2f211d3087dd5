import { packFolder } from "../connector-package/pack-package";
import { buildConsole, buildServers } from "../stack/build";
import { projectPath } from "../stack/paths";
import { generatePrismaClient } from "../stack/prisma-client";
import { temporaryDirectory } from "../stack/temporary-directory";
import { stagePackage } from "./stage-package";

/**
 * Builds everything that runs in production and packs it into one file that `npm install` takes. Returns its path.
 * What has not changed since the last time is not built again.
 *
 * @throws ExpectedFailure when a part cannot be built or npm cannot pack
 */
export async function packServer(onProgress: (line: string) => void): Promise<string> {
  await generatePrismaClient();
  onProgress("Building the command and its servers");
  await buildServers();
  onProgress("Building the console");
  await buildConsole();
  onProgress("Packing");
  const staged = await temporaryDirectory("stanchion-server-");
  await stagePackage(staged);
  return packFolder(staged, projectPath(".build"));
}
