import { removeCopies } from "@/lib/services/installation/retention/remove-copies";
import { claimRehearsal } from "@/lib/services/operation/rehearsal/claim";
import type { WorkerDependencies } from "../dependencies";

/** Begins the next rehearsal, which goes on beside the jobs, and removes the copies of those that are over. */
export async function processRehearsalsPlay({
  redis,
  log,
  rehearsals,
}: WorkerDependencies): Promise<void> {
  const claimed = rehearsals.isClosing ? null : await claimRehearsal();
  if (claimed !== null) rehearsals.begin(claimed);
  const removed = await removeCopies(redis);
  if (removed > 0) log.info({ removed }, "Removed the copies of rehearsals.");
}
