import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { requireBrowser } from "../stack/browser";
import { createIsolatedDatabase, isolatedRedisUrl } from "../stack/isolated-servers";
import { findFreePorts } from "../stack/ports";
import { SERVICE_NAMES } from "../stack/services";
import { startStack } from "../stack/stack";
import { runPlaywright, type StepResult } from "./suite";

/**
 * Runs the browser journeys of some files, or all, against a new system with its data, logs and
 * reports below `folder`.
 */
export async function runBrowserTests(
  folder: string,
  files: readonly string[],
  onProgress: (line: string) => void,
): Promise<StepResult> {
  requireBrowser(onProgress);
  const dataDirectory = await mkdtemp(join(folder, "system-"));
  const database = await createIsolatedDatabase();
  const stack = await startStack({
    dataDirectory,
    ports: await findFreePorts(),
    services: SERVICE_NAMES,
    onProgress,
    databaseUrl: database?.url,
    redisUrl: isolatedRedisUrl(),
  });
  try {
    onProgress("Running the browser journeys");
    const env = {
      ...stack.env,
      TEST_RESULTS_DIRECTORY: join(dataDirectory, "browser"),
      TEST_TRACE: files.length === 0 ? "off" : "on",
    };
    return await runPlaywright(join(dataDirectory, "browser.json"), env, files);
  } finally {
    await stack.close();
    await database?.close();
  }
}
