import { join } from "node:path";
import { requireBrowser } from "../stack/browser";
import { createIsolatedDatabase, isolatedRedisUrl } from "../stack/isolated-servers";
import { findFreePorts } from "../stack/ports";
import { SERVICE_NAMES } from "../stack/services";
import { startStack } from "../stack/stack";
import { runPlaywright, type StepResult } from "./suite";

/** Runs the browser journeys against a whole system with its data in `folder`. */
export async function runBrowserTests(
  folder: string,
  onProgress: (line: string) => void,
): Promise<StepResult> {
  requireBrowser(onProgress);
  const database = await createIsolatedDatabase();
  const stack = await startStack({
    dataDirectory: join(folder, "data"),
    ports: await findFreePorts(),
    demo: true,
    services: SERVICE_NAMES,
    onProgress,
    databaseUrl: database?.url,
    redisUrl: isolatedRedisUrl(),
  });
  try {
    onProgress("Running the browser journeys");
    const env = { ...stack.env, TEST_RESULTS_DIRECTORY: join(folder, "browser") };
    return await runPlaywright(join(folder, "browser.json"), env);
  } finally {
    await stack.close();
    await database?.close();
  }
}
