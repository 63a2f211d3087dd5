import { randomBytes } from "node:crypto";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import { invalidField, ServiceError } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { type HostView, toHostView } from "./host-view";
import { type AddHostInput, addHostInput } from "./schemas";

const MOST_HOSTS = 20;

/**
 * Notes a host that the customer says is theirs. Nothing is served there before it shows its proof. Throws
 * `invalid` for a host that is noted already, `limit_exceeded` beyond twenty.
 */
export async function addHost(context: ServiceContext, rawInput: AddHostInput): Promise<HostView> {
  requirePermission(context, "customer:write");
  const { host } = addHostInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    await lockCustomer(tx, context);
    const customerId = context.customer.id;
    const held = await tx.customerHost.findMany({ where: { customerId }, select: { host: true } });
    if (held.some((one) => one.host === host))
      throw invalidField("host", "This domain is already in the list.");
    if (held.length >= MOST_HOSTS)
      throw new ServiceError("limit_exceeded", `You can have up to ${MOST_HOSTS} custom domains.`);
    const token = randomBytes(20).toString("hex");
    const row = await tx.customerHost.create({
      data: { id: newId("customerHost"), customerId, host, token },
    });
    await recordAudit(tx, context, {
      verb: "address.add",
      subject: row.id,
      summary: `added the host ${host}`,
    });
    return toHostView(row);
  });
}
