import { defineChange } from "@/lib/services/ground/define-verb";
import { notFound } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { hostIdInput } from "./schemas";

/** Takes a host away: within seconds nothing of the customer is served there. Throws `not_found`. */
export const removeHost = defineChange(
  "customer:write",
  hostIdInput,
  async (tx, context, { hostId }) => {
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
  },
);
