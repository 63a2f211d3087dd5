import { randomBytes } from "node:crypto";
import { accessCodeId, makeAccessCodes } from "@/lib/domain/access-code/access-code";
import { maxUsesOf } from "@/lib/domain/access-code/batch";
import { accessCodesCsv } from "@/lib/domain/access-code/export-csv";
import { newId } from "@/lib/platform/ids";
import { accessCodeHash } from "@/lib/secrets/access-code-hash";
import { eventKeyOf } from "@/lib/services/event/change/event-key";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { ServiceError } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { type AccessCodeBatchView, toAccessCodeBatchView } from "./batch-view";
import { createAccessCodesInput } from "./schemas";

/**
 * Makes a batch of access codes and answers them as a CSV text. Only keyed hashes are stored, so this
 * is the only time that anybody sees the codes.
 */
export const createAccessCodes = defineChange(
  "access-code:write",
  createAccessCodesInput,
  async (
    tx,
    context,
    { eventId, name, count, lane, use },
  ): Promise<AccessCodeBatchView & { readonly csv: string }> => {
    const codes = makeAccessCodes(count, randomBytes);
    const customerId = context.customer.wireId;
    const event = await getEventOfCustomer(tx, context, eventId);
    if (lane !== null && !settingsOf(event, "lanes").lanes.lanes.some(({ key }) => key === lane)) {
      const reason = `${event.name} has no lane “${lane}”. Choose one of its lanes.`;
      throw new ServiceError("invalid", reason, { fields: { lane: reason } });
    }
    // Before the batch: whether the event has codes already decides which key it gets.
    const key = await eventKeyOf(tx, { id: event.id, customerId, eventId });
    const row = await tx.accessCodeBatch.create({
      data: {
        id: newId("accessCodeBatch"),
        customerId: context.customer.id,
        eventId: event.id,
        name,
        lane,
        uses: maxUsesOf(use),
        createdBy: context.actor.name,
      },
    });
    const hash = accessCodeHash(key);
    await tx.accessCode.createMany({
      data: codes.map((code) => ({
        hash: accessCodeId({ customerId, eventId, code }, hash),
        batchId: row.id,
        eventId: event.id,
      })),
    });
    await recordAudit(tx, context, {
      verb: "access-code.create",
      subject: row.id,
      summary: `created ${count} access codes ${name} for ${event.name}`,
      details: { eventId, count, lane, uses: row.uses },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    await enqueueOutbox(tx, context, "access-codes", row.id);
    return {
      ...toAccessCodeBatchView(row, count),
      csv: accessCodesCsv({ name, lane, use, codes }),
    };
  },
);
