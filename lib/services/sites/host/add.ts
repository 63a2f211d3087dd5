import { randomBytes } from "node:crypto";
import { newId } from "@/lib/platform/ids";
import { defineChange } from "@/lib/services/ground/define-verb";
import { invalidField, limitExceeded } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { toHostView } from "./host-view";
import { addHostInput } from "./schemas";

const MOST_HOSTS = 20;

/**
 * Notes a host that the customer says is theirs. Nothing is served there before it shows its proof. Throws
 * `invalid` for a host that is noted already, `limit_exceeded` beyond twenty.
 */
export const addHost = defineChange(
  "customer:write",
  addHostInput,
  async (tx, context, { host }) => {
    await lockCustomer(tx, context);
    const customerId = context.customer.id;
    const held = await tx.customerHost.findMany({ where: { customerId }, select: { host: true } });
    if (held.some((one) => one.host === host))
      throw invalidField("host", "This domain is already in the list.");
    if (held.length >= MOST_HOSTS)
      throw limitExceeded(`You can have up to ${MOST_HOSTS} custom domains.`);
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
  },
);
