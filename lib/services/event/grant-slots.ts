import { addGrants, setLimit } from "@/lib/line/commands/limits";
import type { ServiceContext } from "@/lib/services/context";
import { changeLine } from "@/lib/services/line-redis";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { getEventOfCustomer, noLineYet, requireOpen } from "./find-event";
import { type GrantSlotsInput, grantSlotsInput } from "./inputs";

/** How many slots are left to give away by hand; null: nobody counts them. */
export type SlotsGranted = { readonly left: number | null };

/**
 * Gives so many more slots away by hand: from the first time on nobody goes in without one, and the outflow still
 * holds. Null ends that, and the line goes on by itself. Throws `precondition_failed` when the event is not open or has
 * no line yet.
 */
export async function grantSlots(
  context: ServiceContext,
  rawInput: GrantSlotsInput,
): Promise<SlotsGranted> {
  requirePermission(context, "event:operate");
  const { eventId, slots } = grantSlotsInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    await recordAudit(tx, context, {
      verb: "event.grant-slots",
      subject: event.id,
      summary:
        slots === null
          ? `ended slots by hand at ${event.name}`
          : `gave ${slots} slots away by hand at ${event.name}`,
      details: { slots },
    });
    // Last, so that the line is only told what the audit log has.
    const line = { customerId: context.customer.wireId, eventId };
    const left = await changeLine((redis) =>
      slots === null ? setLimit(redis, line, "grants", null) : addGrants(redis, line, slots, null),
    );
    if (left === null && slots !== null) throw noLineYet(event);
    return { left };
  });
}
