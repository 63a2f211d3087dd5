import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { getRehearsalOfCustomer } from "./inner/find-rehearsal";
import { isUnderWay, type ListedRehearsal, toListed } from "./rehearsal-view";
import { type RehearsalIdInput, rehearsalIdInput } from "./schemas";

/**
 * Ends a rehearsal: test visitors go home within seconds, and their copy is removed. Throws `precondition_failed` where
 * it is over. Asking again changes nothing.
 */
export async function stopRehearsal(
  context: ServiceContext,
  rawInput: RehearsalIdInput,
): Promise<ListedRehearsal> {
  requirePermission(context, "rehearsal:run");
  const { rehearsalId } = rehearsalIdInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const found = await getRehearsalOfCustomer(tx, context, rehearsalId);
    if (!isUnderWay(found.state)) {
      throw new ServiceError("precondition_failed", `${found.name} is already over.`);
    }
    if (found.stopAskedAt !== null) return toListed(found);
    const row = await tx.rehearsal.update({
      where: { id: found.id },
      data: { stopAskedAt: new Date() },
    });
    await recordAudit(tx, context, {
      verb: "rehearsal.stop",
      subject: row.id,
      summary: `stopped the rehearsal ${row.name}`,
    });
    return toListed(row);
  });
}
