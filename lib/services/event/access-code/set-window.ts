import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { notFound } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { codeWindow, windowDetails } from "./inner/code-window";
import { lockBatches } from "./lock-batches";
import { setCodeWindowInput } from "./schemas";

/** When the codes of a batch are good; null for no bound. */
export type CodeWindow = {
  readonly batchId: string;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
};

/**
 * Sets from when until when the codes of a batch are good. The waiting room goes by it within seconds; places that codes
 * have led to are kept.
 */
export const setAccessCodeWindow = defineChange(
  "access-code:write",
  setCodeWindowInput,
  async (tx, context, { batchId, ...local }): Promise<CodeWindow> => {
    const where = { id: batchId, customerId: context.customer.id };
    const batch = await tx.accessCodeBatch.findFirst({ where, include: { event: true } });
    if (batch === null) throw notFound("batch of access codes");
    const window = codeWindow(local, settingsOf(batch.event, "timeZone").timeZone);
    await lockBatches(tx, batch.eventId);
    await tx.accessCodeBatch.update({
      where: { id: batchId },
      data: { ...window, version: { increment: 1 } },
    });
    await recordAudit(tx, context, {
      verb: "access-code.set-window",
      subject: batchId,
      summary: `changed when the access codes ${batch.name} of ${batch.event.name} are valid`,
      details: {
        eventId: batch.event.wireId,
        before: windowDetails(batch),
        after: windowDetails(window),
      },
    });
    await enqueueOutbox(tx, context, "access-codes", batchId);
    return { batchId, ...windowDetails(window) };
  },
);
