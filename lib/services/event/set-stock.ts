import { reportStock } from "@/lib/line/commands/stock";
import type { ServiceContext } from "@/lib/services/context";
import { changeLine } from "@/lib/services/line-redis";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { getEventOfCustomer, noLineYet, requireOpen } from "./find-event";
import { type SetStockInput, setStockInput } from "./inputs";

/** What the line counts then; null where it counts nothing. */
export type StockSet = { readonly left: number | null };

/**
 * Says how many units are left: to give away (`left`), where the site reports no sales, or not sold yet (`units`),
 * where it does. `none` ends the counting. Throws `precondition_failed` when the event is not open or has no line yet.
 */
export async function setStock(
  context: ServiceContext,
  rawInput: SetStockInput,
): Promise<StockSet> {
  requirePermission(context, "event:operate");
  const { eventId, kind, units } = setStockInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    await recordAudit(tx, context, {
      verb: "event.set-stock",
      subject: event.id,
      summary:
        kind === "none"
          ? `ended the counting of stock at ${event.name}`
          : `set the stock of ${event.name} to ${units} ${kind === "left" ? "left" : "not sold"}`,
      details: { kind, units },
    });
    // Last, so that the line is only told what the audit log has.
    const line = { customerId: context.customer.wireId, eventId };
    const inForce = await changeLine((redis) =>
      reportStock(redis, line, { kind, units, sales: [] }),
    );
    if (inForce === null) throw noLineYet(event);
    return { left: inForce.left };
  });
}
