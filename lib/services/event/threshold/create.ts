import { newId } from "@/lib/platform/ids";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { defineChange } from "@/lib/services/ground/define-verb";
import { limitExceeded } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireFreeName } from "@/lib/services/ground/require-free-name";
import { createThresholdInput, THRESHOLDS_MAX } from "./schemas";
import { type ThresholdView, toThresholdView, WITH_EVENT } from "./threshold-view";

/**
 * Adds a threshold, which is told of once it is crossed. Throws `not_found` for an event that there is not,
 * `invalid` for a name that another one has, and `limit_exceeded`.
 */
export const createThreshold = defineChange(
  "event:write",
  createThresholdInput,
  async (tx, context, { eventId, ...wish }): Promise<ThresholdView> => {
    await lockCustomer(tx, context);
    const customerId = context.customer.id;
    if ((await tx.threshold.count({ where: { customerId } })) >= THRESHOLDS_MAX)
      throw limitExceeded(
        `You can have up to ${THRESHOLDS_MAX} thresholds. Delete an unused one first.`,
      );
    const namesakes = await tx.threshold.count({ where: { customerId, name: wish.name } });
    requireFreeName("threshold", wish.name, namesakes);
    const event = eventId === null ? null : await getEventOfCustomer(tx, context, eventId);
    const row = await tx.threshold.create({
      data: { id: newId("threshold"), customerId, eventId: event?.id ?? null, ...wish },
      include: WITH_EVENT,
    });
    await recordAudit(tx, context, {
      verb: "threshold.create",
      subject: row.id,
      summary: `created the threshold ${row.name}`,
      details: { eventId, ...wish },
    });
    return toThresholdView(row);
  },
);
