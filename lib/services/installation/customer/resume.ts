import type { ServiceContext } from "@/lib/services/ground/context";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { type CustomerView, toCustomerView } from "./customer-view";
import { putStandingIntoForce } from "./inner/change-standing";

/**
 * Ends a suspension: each event does again what is set, as the schedules have it by now. Throws
 * `precondition_failed` for a customer who is not suspended, or is being deleted.
 */
export async function resumeCustomer(context: ServiceContext): Promise<CustomerView> {
  requirePermission(context, "installation:manage");
  return withTransaction(context, async (tx) => {
    await lockCustomer(tx, context);
    const before = await tx.customer.findUniqueOrThrow({ where: { id: context.customer.id } });
    if (before.suspension === null || before.deletingAt !== null) {
      const why = before.deletingAt === null ? "is not suspended" : "is being deleted";
      throw preconditionFailed(`${before.name} ${why}.`);
    }
    const customer = await tx.customer.update({
      where: { id: before.id },
      data: { suspension: null, suspendedAt: null },
    });
    await putStandingIntoForce(tx, context);
    await recordAudit(tx, context, {
      verb: "customer.resume",
      subject: customer.id,
      summary: `resumed ${customer.name}`,
    });
    return toCustomerView(customer);
  });
}
