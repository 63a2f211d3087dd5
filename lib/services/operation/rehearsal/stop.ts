import { defineChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getRehearsalOfCustomer } from "./inner/find-rehearsal";
import { isUnderWay, toListed } from "./rehearsal-view";
import { rehearsalIdInput } from "./schemas";

/**
 * Ends a rehearsal: test visitors go home within seconds, and their copy is removed. Throws `precondition_failed` where
 * it is over. Asking again changes nothing.
 */
export const stopRehearsal = defineChange(
  "rehearsal:run",
  rehearsalIdInput,
  async (tx, context, { rehearsalId }) => {
    const found = await getRehearsalOfCustomer(tx, context, rehearsalId);
    if (!isUnderWay(found.state)) {
      throw preconditionFailed(`${found.name} is already over.`);
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
  },
);
