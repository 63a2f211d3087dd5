import { z } from "zod";
import { isTimeZone } from "@/lib/domain/schedule/time-zone";
import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { toCustomerView } from "./customer-view";

export const setTimeZoneInput = z.strictObject({
  timeZone: z.string().refine(isTimeZone, "Choose a time zone from the list."),
});
export type SetTimeZoneInput = z.input<typeof setTimeZoneInput>;

/** Changes the time zone in which the customer's people read times. Events keep theirs. */
export const setTimeZone = defineChange(
  "customer:write",
  setTimeZoneInput,
  async (tx, context, { timeZone }) => {
    const before = await tx.customer.findUniqueOrThrow({ where: { id: context.customer.id } });
    const customer = await tx.customer.update({ where: { id: before.id }, data: { timeZone } });
    await recordAudit(tx, context, {
      verb: "customer.set-time-zone",
      subject: customer.id,
      summary: `changed the time zone of the console from ${before.timeZone} to ${timeZone}`,
      details: { from: before.timeZone, to: timeZone },
    });
    return toCustomerView(customer);
  },
);
