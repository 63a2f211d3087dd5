import { packFolder, stageSources } from "../connector-package/pack-package";
import { temporaryDirectory } from "../stack/temporary-directory";

/**
 * Packs the client of the API as `npm install` takes it, and returns the path of the file.
 *
 * @throws ExpectedFailure when anything that the manifest promises would not be in it
 */
export async function packClient(destination: string): Promise<string> {
  const staged = await temporaryDirectory("stanchion-package-");
  await stageSources(staged, "client", ["tsconfig.build.json"]);
  return packFolder(staged, destination);
}
