import { join } from "node:path";
import { db, disconnectDb } from "@/lib/db/client";
import { requireBrowser } from "../stack/browser";
import type { Environment } from "../stack/environment";
import { createIsolatedDatabase, isolatedRedisUrl } from "../stack/isolated-servers";
import { findFreePorts } from "../stack/ports";
import { SERVICE_NAMES } from "../stack/services";
import { startStack } from "../stack/stack";
import { runPlaywright, type StepResult } from "./suite";

/** More failing journeys than this are no accident of a busy machine. */
const MOST_AGAIN = 3;

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
    const report = join(folder, "browser.json");
    const first = await runPlaywright(report, env);
    if (first.failed === 0 || first.failed > MOST_AGAIN) return first;
    onProgress(`Running ${first.failed} journeys once more`);
    console.log(first.details.trimEnd());
    await forgetTries(stack.env);
    const second = await runPlaywright(report, env, "--last-failed");
    return second.failed > 0
      ? { ...first, details: second.details }
      : { ...second, passed: first.passed + first.failed };
  } finally {
    await stack.close();
    await database?.close();
  }
}

/** All journeys sign up from one address, and the first run may have used what one may ask for in an hour. */
async function forgetTries(env: Environment): Promise<void> {
  const before = process.env["DATABASE_URL"];
  process.env["DATABASE_URL"] = env["DATABASE_URL"];
  await db().throttle.deleteMany();
  await disconnectDb();
  // The steps after this one have settings of their own.
  if (before === undefined) delete process.env["DATABASE_URL"];
  else process.env["DATABASE_URL"] = before;
}
