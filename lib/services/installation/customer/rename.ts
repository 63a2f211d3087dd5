import { z } from "zod";
import { lineOfText } from "@/lib/domain/fields";
import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { toCustomerView } from "./customer-view";

export const renameCustomerInput = z.strictObject({ name: lineOfText(80) });
export type RenameCustomerInput = z.input<typeof renameCustomerInput>;

/** Changes the name that people see. The id on the wire never changes. */
export const renameCustomer = defineChange(
  "customer:write",
  renameCustomerInput,
  async (tx, context, { name }) => {
    const before = await tx.customer.findUniqueOrThrow({ where: { id: context.customer.id } });
    const customer = await tx.customer.update({ where: { id: before.id }, data: { name } });
    await recordAudit(tx, context, {
      verb: "customer.rename",
      subject: customer.id,
      summary: `renamed ${before.name} to ${name}`,
      details: { from: before.name, to: name },
    });
    return toCustomerView(customer);
  },
);
