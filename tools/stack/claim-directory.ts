import { rmSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { isAlive } from "./lock";

/**
 * Takes a data folder for this process and returns how to give it back. Two stacks on one folder
 * would destroy it, so the second one gets a sentence that names the first.
 */
export async function claimDirectory(dataDirectory: string): Promise<() => void> {
  await mkdir(dataDirectory, { recursive: true });
  const file = join(dataDirectory, "running");
  const holder = Number(await readFile(file, "utf8").catch(() => "0"));
  if (holder > 0 && holder !== process.pid && isAlive(holder)) {
    throw new ExpectedFailure(
      `Stanchion already runs from ${dataDirectory} as process ${holder}; stop it, or set DATA_DIR to another folder.`,
    );
  }
  await writeFile(file, String(process.pid));
  const release = (): void => rmSync(file, { force: true });
  process.once("exit", release);
  return release;
}
