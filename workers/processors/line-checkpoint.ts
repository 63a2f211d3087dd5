import { lineCheckpoint } from "@/lib/jobs/jobs";
import { checkpointLines } from "@/lib/services/run/checkpoint";
import type { WorkerDependencies } from "../dependencies";

/** Notes in Postgres how far the open lines have come. */
export async function processLineCheckpoint(
  data: unknown,
  deps: WorkerDependencies,
): Promise<void> {
  lineCheckpoint.schema.parse(data);
  await checkpointLines(deps.redis);
}
