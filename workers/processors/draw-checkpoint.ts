import { drawCheckpoint } from "@/lib/jobs/jobs";
import { checkpointDraws } from "@/lib/services/draw/checkpoint";
import type { WorkerDependencies } from "../dependencies";

/** Notes in Postgres who has joined the draws of open pre-queues. */
export async function processDrawCheckpoint(
  data: unknown,
  deps: WorkerDependencies,
): Promise<void> {
  drawCheckpoint.schema.parse(data);
  await checkpointDraws(deps.redis);
}
