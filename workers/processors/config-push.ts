import { configPush } from "@/lib/jobs/jobs";
import { deliverPushes } from "@/lib/services/push/deliver";
import type { WorkerDependencies } from "../dependencies";

/** Sends published configs to the sites that want them. */
export async function processConfigPush(data: unknown, deps: WorkerDependencies): Promise<void> {
  configPush.schema.parse(data);
  const done = await deliverPushes();
  if (done.delivered + done.failed > 0) deps.log.info(done, "Pushed configs.");
}
