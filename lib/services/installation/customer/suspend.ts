import { defineChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { toCustomerView } from "./customer-view";
import { putStandingIntoForce } from "./inner/change-standing";
import { suspendCustomerInput } from "./schemas";

const IN_WORDS = {
  hold: "nobody is admitted, visitors keep their places",
  "let-through": "everyone is let through",
} as const;

/**
 * Suspends a customer: all events, those that open later too, let nobody in or everybody through, within seconds and
 * until `resumeCustomer`. What is set stays as it is. Suspended in the other way, it changes to this one. Throws
 * `precondition_failed` when it is so already.
 */
export const suspendCustomer = defineChange(
  "installation:manage",
  suspendCustomerInput,
  async (tx, context, { events }) => {
    const suspension = events === "hold" ? "hold" : "let_through";
    await lockCustomer(tx, context);
    const before = await tx.customer.findUniqueOrThrow({ where: { id: context.customer.id } });
    if (before.suspension === suspension) {
      throw preconditionFailed(`${before.name} is already suspended this way.`);
    }
    const customer = await tx.customer.update({
      where: { id: before.id },
      data: { suspension, suspendedAt: new Date() },
    });
    await putStandingIntoForce(tx, context);
    await recordAudit(tx, context, {
      verb: "customer.suspend",
      subject: customer.id,
      summary: `suspended ${customer.name}: ${IN_WORDS[events]}`,
      details: { events },
    });
    return toCustomerView(customer);
  },
);
