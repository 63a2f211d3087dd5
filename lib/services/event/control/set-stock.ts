import { reportStock } from "@/lib/line/commands/stock";
import { type SetStockInput, setStockInput } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { tellLine } from "./inner/tell-line";

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
  return tellLine(context, eventId, {
    verb: "event.set-stock",
    summaryOf: ({ name }) =>
      kind === "none"
        ? `turned stock off at ${name}`
        : `set the stock of ${name} to ${units} ${kind === "left" ? "left" : "unsold"}`,
    details: { kind, units },
    async tell(redis, line) {
      const inForce = await reportStock(redis, line, { kind, units, sales: [] });
      return inForce === null ? null : { left: inForce.left };
    },
  });
}
