import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { defineChange } from "@/lib/services/ground/define-verb";
import { conflict } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireFreeName } from "@/lib/services/ground/require-free-name";
import { getThresholdOfCustomer } from "./inner/find-threshold";
import { updateThresholdInput } from "./schemas";
import { type ThresholdView, toThresholdView } from "./threshold-view";

/**
 * Changes a threshold. Throws `conflict` when somebody changed it since `seenVersion`, and what `createThreshold`
 * throws.
 */
export const updateThreshold = defineChange(
  "event:write",
  updateThresholdInput,
  async (tx, context, { thresholdId, seenVersion, eventId, ...wish }): Promise<ThresholdView> => {
    await lockCustomer(tx, context);
    const before = await getThresholdOfCustomer(tx, context, thresholdId);
    const namesake = { customerId: context.customer.id, name: wish.name, NOT: { id: before.id } };
    requireFreeName("threshold", wish.name, await tx.threshold.count({ where: namesake }));
    const event = eventId === null ? null : await getEventOfCustomer(tx, context, eventId);
    const { count } = await tx.threshold.updateMany({
      where: { id: before.id, version: seenVersion },
      data: { ...wish, eventId: event?.id ?? null, version: { increment: 1 } },
    });
    if (count === 0)
      throw conflict(`Someone else changed ${before.name}. Review their changes and try again.`);
    const { name, metric, crossedAt, clearedAt, holdSeconds } = before;
    await recordAudit(tx, context, {
      verb: "threshold.update",
      subject: before.id,
      summary: `changed the threshold ${wish.name}`,
      details: {
        before: {
          ...{ name, metric, crossedAt, clearedAt, holdSeconds },
          eventId: before.event?.wireId ?? null,
        },
        after: { ...wish, eventId },
      },
    });
    return toThresholdView(await getThresholdOfCustomer(tx, context, thresholdId));
  },
);
