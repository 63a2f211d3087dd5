import { reportStock } from "@/lib/line/commands/stock";
import { setStockInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { tellLine } from "./inner/tell-line";

/** What the line counts then; null where it counts nothing. */
export type StockSet = { readonly left: number | null };

/**
 * Says how many units are left: to give away (`left`), where the site reports no sales, or not sold yet (`units`),
 * where it does. `none` ends the counting. Throws `precondition_failed` when the event is not open or has no line yet.
 */
export const setStock = defineVerb(
  "event:operate",
  setStockInput,
  async (context, { eventId, kind, units }) =>
    tellLine(context, eventId, {
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
    }),
);
