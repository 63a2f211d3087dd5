import { z } from "zod";
import { lineOfText } from "@/lib/domain/fields";
import type { ServiceContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { type CustomerView, toCustomerView } from "./get";

export const renameCustomerInput = z.strictObject({ name: lineOfText(80) });
export type RenameCustomerInput = z.input<typeof renameCustomerInput>;

/** Changes the name that people see. The id on the wire never changes. */
export async function renameCustomer(
  context: ServiceContext,
  rawInput: RenameCustomerInput,
): Promise<CustomerView> {
  requirePermission(context, "customer:write");
  const { name } = renameCustomerInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const before = await tx.customer.findUniqueOrThrow({ where: { id: context.customer.id } });
    const customer = await tx.customer.update({ where: { id: before.id }, data: { name } });
    await recordAudit(tx, context, {
      verb: "customer.rename",
      subject: customer.id,
      summary: `renamed ${before.name} to ${name}`,
      details: { from: before.name, to: name },
    });
    return toCustomerView(customer);
  });
}
