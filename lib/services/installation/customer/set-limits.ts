import type { CustomerLimits } from "@/lib/domain/event/standing";
import { standingOf } from "@/lib/services/event/settings/to-settings";
import { defineChange } from "@/lib/services/ground/define-verb";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { toCustomerView } from "./customer-view";
import { putStandingIntoForce } from "./inner/change-standing";
import { customerLimitsInput } from "./schemas";

const LABELS = {
  maxEvents: "events",
  maxOutflowPerMinute: "outflow per minute",
  maxWaiting: "waiting visitors",
} as const satisfies Record<keyof CustomerLimits, string>;

/**
 * Sets what the installation allows a customer. What is there already stays: more events go on, a higher outflow
 * is in force up to the limit, and all who wait keep their places. The same limits change nothing.
 */
export const setCustomerLimits = defineChange(
  "installation:manage",
  customerLimitsInput,
  async (tx, context, given) => {
    await lockCustomer(tx, context);
    const before = await tx.customer.findUniqueOrThrow({ where: { id: context.customer.id } });
    const from = standingOf(before).limits;
    const to: CustomerLimits = { ...from, ...given };
    const changed = limitNames().filter((name) => from[name] !== to[name]);
    if (changed.length === 0) return toCustomerView(before);
    const customer = await tx.customer.update({ where: { id: before.id }, data: to });
    await putStandingIntoForce(tx, context);
    const words = changed.map(
      (name) => `${LABELS[name]} from ${from[name] ?? "no limit"} to ${to[name] ?? "no limit"}`,
    );
    await recordAudit(tx, context, {
      verb: "customer.limits",
      subject: customer.id,
      summary: `changed the limits of ${customer.name}: ${words.join(", ")}`,
      details: { from, to },
    });
    return toCustomerView(customer);
  },
);

function limitNames(): (keyof CustomerLimits)[] {
  // Object.keys forgets the names that `satisfies` above has checked.
  return Object.keys(LABELS) as (keyof CustomerLimits)[];
}
