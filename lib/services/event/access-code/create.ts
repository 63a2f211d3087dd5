import { takeAdvisoryLock } from "@/lib/db/advisory-lock";
import { accessCodeId } from "@/lib/domain/access-code/access-code";
import { maxUsesOf } from "@/lib/domain/access-code/batch";
import { accessCodesCsv } from "@/lib/domain/access-code/export-csv";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { accessCodeHash } from "@/lib/secrets/access-code-hash";
import { eventKeyOf } from "@/lib/services/event/change/event-key";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { invalidField } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { type AccessCodeBatchView, toAccessCodeBatchView } from "./batch-view";
import { codeWindow, windowDetails } from "./inner/code-window";
import { codesOfBatch, markOwnCodes, refuseKnownCodes } from "./inner/codes-of-batch";
import { createAccessCodesInput } from "./schemas";

/** A new batch, its codes with their links as a CSV text, and the link of the first one. */
export type CreatedAccessCodes = AccessCodeBatchView & {
  readonly csv: string;
  readonly firstLink: string;
};

/**
 * Makes a batch of access codes, or takes the customer's own, and answers them as a CSV text. Only keyed hashes are stored,
 * so this is the only time that anybody sees the codes. Throws `invalid` with every line of their own that is wrong.
 */
export const createAccessCodes = defineChange(
  "access-code:write",
  createAccessCodesInput,
  async (tx, context, input): Promise<CreatedAccessCodes> => {
    const { eventId, name, lane, use } = input;
    const codes = codesOfBatch(input);
    const customerId = context.customer.wireId;
    const event = await getEventOfCustomer(tx, context, eventId);
    const { lanes, timeZone } = settingsOf(event, "lanes", "timeZone");
    if (lane !== null && !lanes.lanes.some(({ key }) => key === lane)) {
      throw invalidField("lane", `${event.name} has no lane “${lane}”. Choose one of its lanes.`);
    }
    // Before the batch: whether the event has codes already decides which key it gets.
    const hash = accessCodeHash(await eventKeyOf(tx, { id: event.id, customerId, eventId }));
    const hashed = codes.map((code) => ({
      ...code,
      hash: accessCodeId({ customerId, eventId, code: code.code }, hash),
    }));
    if (input.own !== null) {
      // Whoever adds the same codes at this moment is asked first, so that each is refused at its line.
      await takeAdvisoryLock(tx, `access-codes:${event.id}`);
      await refuseKnownCodes(tx, event.id, hashed);
      await markOwnCodes(tx, event);
    }
    const row = await tx.accessCodeBatch.create({
      data: {
        id: newId("accessCodeBatch"),
        customerId: context.customer.id,
        eventId: event.id,
        name,
        lane,
        uses: maxUsesOf(use),
        ...codeWindow(input, timeZone),
        createdBy: context.actor.name,
      },
    });
    // One statement: as many values for each of 100,000 codes take half a minute.
    await tx.$executeRaw`
      INSERT INTO "AccessCode" ("hash", "batchId", "eventId")
      SELECT "hash", ${row.id}, ${event.id} FROM unnest(${hashed.map(({ hash }) => hash)}::text[]) AS "hash"`;
    const count = codes.length;
    await recordAudit(tx, context, {
      verb: "access-code.create",
      subject: row.id,
      summary: `created ${count} access codes ${name} for ${event.name}`,
      details: { eventId, count, lane, uses: row.uses, ...windowDetails(row) },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    await enqueueOutbox(tx, context, "access-codes", row.id);
    const page = `${env.waitingRoomUrl()}/?c=${customerId}&e=${eventId}`;
    const linkOf = (code: string) => `${page}&code=${encodeURIComponent(code)}`;
    const texts = codes.map(({ text }) => text);
    return {
      ...toAccessCodeBatchView(row, count),
      csv: accessCodesCsv({ name, lane, use, codes: texts, linkOf }),
      firstLink: linkOf(texts[0] ?? ""),
    };
  },
);
