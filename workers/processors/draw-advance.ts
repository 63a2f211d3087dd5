import { drawAdvance } from "@/lib/jobs/jobs";
import { advanceDraws } from "@/lib/services/draw/advance";
import type { WorkerDependencies } from "../dependencies";

/** Freezes and decides the draws of pre-queues. */
export async function processDrawAdvance(data: unknown, deps: WorkerDependencies): Promise<void> {
  drawAdvance.schema.parse(data);
  const { decided } = await advanceDraws(deps.redis);
  if (decided > 0) deps.log.info({ decided }, "Decided draws.");
}
