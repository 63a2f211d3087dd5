import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getThresholdOfCustomer } from "./inner/find-threshold";
import { thresholdIdInput } from "./schemas";

/** Deletes a threshold; one that is crossed is told to be cleared within seconds. Throws `not_found`. */
export const deleteThreshold = defineChange(
  "event:write",
  thresholdIdInput,
  async (tx, context, { thresholdId }) => {
    const { id, name } = await getThresholdOfCustomer(tx, context, thresholdId);
    await tx.threshold.delete({ where: { id } });
    await recordAudit(tx, context, {
      verb: "threshold.delete",
      subject: id,
      summary: `deleted the threshold ${name}`,
    });
  },
);
