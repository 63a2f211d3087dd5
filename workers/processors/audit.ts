import { anchorHeads } from "@/lib/services/installation/audit/anchor-heads";
import { linkAudit } from "@/lib/services/installation/audit/link-entries";
import type { WorkerDependencies } from "../dependencies";

/** Links what is new in audit logs, and warns of what Stanchion has not written. */
export async function processAuditLink({ log }: WorkerDependencies): Promise<void> {
  const { untagged } = await linkAudit();
  if (untagged.length > 0) {
    log.error({ entries: untagged.slice(0, 20) }, "Audit entries that Stanchion did not write.");
  }
}

/** Writes where the chains stand: to Redis, to the file that is set, and here. */
export async function processAuditAnchor({ redis, log }: WorkerDependencies): Promise<void> {
  const { written, contradicted, isLost } = await anchorHeads(redis);
  for (const anchor of written) log.info({ anchor }, "Anchored an audit log.");
  for (const anchor of contradicted) {
    log.error({ anchor }, "An audit log is not what it was. Run stanchion verify-audit.");
  }
  if (isLost) log.error("The anchors of audit logs were lost; they are written anew.");
}
