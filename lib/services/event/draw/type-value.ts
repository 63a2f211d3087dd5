import { getEventOfCustomer, requireOpen } from "@/lib/services/event/change/find-event";
import { defineChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { typeDrawValueInput } from "./schemas";

/**
 * Types in the randomness of a draw, once, after its members are frozen. The draw is then labelled
 * not provable. Where there is a beacon, the value counts only if the beacon stays silent. Throws `precondition_failed`
 * before the freeze, after the draw, and when a value was entered already.
 */
export const typeDrawValue = defineChange(
  "event:operate",
  typeDrawValueInput,
  async (tx, context, { eventId, value }): Promise<{ readonly value: string }> => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    const draw = await tx.draw.findFirst({
      where: { run: { eventId: event.id, number: event.currentRun } },
    });
    if (draw === null) throw preconditionFailed(`${event.name} has no draw.`);
    if (draw.freeze === null) throw preconditionFailed("Entries to the draw have not closed yet.");
    const { count } = await tx.draw.updateMany({
      where: { runId: draw.runId, typedValue: null, file: null },
      data: { typedValue: value, typedAt: new Date() },
    });
    if (count === 0) throw preconditionFailed("The draw already has a value.");
    await recordAudit(tx, context, {
      verb: "draw.type-value",
      subject: event.id,
      summary: `entered the draw value of ${event.name}: “${value}”`,
      details: { value, run: event.currentRun },
    });
    return { value };
  },
);
