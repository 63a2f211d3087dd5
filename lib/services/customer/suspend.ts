import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { lockCustomer } from "@/lib/services/lock-customer";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { putStandingIntoForce } from "./change-standing";
import { type CustomerView, toCustomerView } from "./get";
import { type SuspendCustomerInput, suspendCustomerInput } from "./schemas";

const IN_WORDS = {
  hold: "nobody gets in, and all keep their places",
  "let-through": "everybody is let through",
} as const;

/**
 * Suspends a customer: all events, those that open later too, let nobody in or everybody through, within seconds and
 * until `resumeCustomer`. What is set stays as it is. Suspended in the other way, it changes to this one. Throws
 * `precondition_failed` when it is so already.
 */
export async function suspendCustomer(
  context: ServiceContext,
  rawInput: SuspendCustomerInput,
): Promise<CustomerView> {
  requirePermission(context, "installation:manage");
  const { events } = suspendCustomerInput.parse(rawInput);
  const suspension = events === "hold" ? "hold" : "let_through";
  return withTransaction(context, async (tx) => {
    await lockCustomer(tx, context);
    const before = await tx.customer.findUniqueOrThrow({ where: { id: context.customer.id } });
    if (before.suspension === suspension) {
      throw new ServiceError("precondition_failed", `${before.name} is suspended so already.`);
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
  });
}
