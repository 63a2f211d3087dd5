import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { type HostIdInput, hostIdInput } from "./schemas";

/** Takes a host away: within seconds nothing of the customer is served there. Throws `not_found`. */
export async function removeHost(context: ServiceContext, rawInput: HostIdInput): Promise<void> {
  requirePermission(context, "customer:write");
  const { hostId } = hostIdInput.parse(rawInput);
  await withTransaction(context, async (tx) => {
    await lockCustomer(tx, context);
    const where = { id: hostId, customerId: context.customer.id };
    const row = await tx.customerHost.findFirst({ where });
    if (row === null) throw notFound("host");
    await tx.customerHost.delete({ where });
    await recordAudit(tx, context, {
      verb: "address.remove",
      subject: row.id,
      summary: `removed the host ${row.host}`,
    });
  });
}
