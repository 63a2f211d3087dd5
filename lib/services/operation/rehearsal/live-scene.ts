import { db } from "@/lib/db/client";
import type { Rehearsal } from "@/lib/db/generated/client";
import { buildIntegrationConfig } from "@/lib/domain/integration-config/build";
import type { LivePlan } from "@/lib/domain/rehearsal/live";
import { everythingQueues } from "@/lib/domain/rehearsal/test-rule";
import { TEST_SITE_HOST } from "@/lib/domain/rehearsal/test-site";
import { env } from "@/lib/platform/env";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { unseal } from "@/lib/secrets/seal";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { secretSealContext } from "@/lib/services/sites/secret/secret-view";
import { stored } from "./rehearsal-view";

/** All that test visitors and the connector in front of their site need to know. Throws when the copy is gone. */
export async function liveSceneOf(rehearsal: Rehearsal) {
  const { customer, ...copy } = await db().event.findFirstOrThrow({
    where: { customerId: rehearsal.customerId, wireId: rehearsal.copy ?? "" },
    include: { customer: true, secrets: { where: { active: true } } },
  });
  const [secret] = copy.secrets;
  if (secret === undefined) throw new Error("The copy has no secret.");
  const config = buildIntegrationConfig({
    customer: { customerId: customer.wireId, name: customer.name },
    rules: [everythingQueues(copy.wireId)],
    events: [{ eventId: copy.wireId, ...settingsOf(copy, "sessionMinutes", "sessionMode") }],
    version: 1,
    publishDate: rehearsal.createdAt,
    queueDomain: env.queueDomain(),
  });
  return {
    plan: stored<LivePlan>(rehearsal.plan),
    customerId: customer.wireId,
    eventId: copy.wireId,
    secret: unseal(masterKeysFromEnvironment(), secretSealContext(customer.wireId), secret.sealed),
    config,
    waitingRoomOrigin: new URL(env.waitingRoomUrl()).href.replace(/\/$/, ""),
    isInOrder: settingsOf(copy, "method").method === "fifo",
    siteHost: TEST_SITE_HOST,
  };
}
