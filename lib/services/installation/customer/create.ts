import { isUniqueViolation } from "@/lib/db/unique-violation";
import { newId } from "@/lib/platform/ids";
import type { ActSource } from "@/lib/services/ground/act-source";
import { installationContext } from "@/lib/services/ground/context";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { ServiceError } from "@/lib/services/ground/errors";
import { requireFreeCustomerId } from "@/lib/services/ground/former-id";
import { newMailedToken } from "@/lib/services/ground/mailed-token";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import {
  addInvitation,
  type InvitationLink,
  mailInvitation,
} from "@/lib/services/people/invitation/create";
import { addDefaultAlerts } from "@/lib/services/people/user/default-alerts";
import { type CustomerView, toCustomerView } from "./customer-view";
import { type CreateCustomerInput, createCustomerInput } from "./schemas";

export type CreatedCustomer = {
  readonly customer: CustomerView;
  /** Where the invited owner begins. */
  readonly invitation: InvitationLink;
};

/**
 * Makes a customer and invites its first owner by e-mail, whatever SIGN_UP says: for whoever runs the
 * installation. `command` names who asks in the audit log. Throws `conflict` when the id is taken.
 */
export async function createCustomer(
  command: string,
  rawInput: CreateCustomerInput,
  source?: ActSource,
): Promise<CreatedCustomer> {
  const { customerId, name, ownerEmail, ...limits } = createCustomerInput.parse(rawInput);
  const owner = { email: ownerEmail, role: "owner", token: newMailedToken() } as const;
  const founded = { id: newId("customer"), wireId: customerId, name, timeZone: "UTC" };
  const context = {
    ...installationContext(founded, command),
    ...(source === undefined ? {} : { source }),
  };
  try {
    const row = await withAnonymousTransaction(async (tx) => {
      await requireFreeCustomerId(tx, customerId);
      const customer = await tx.customer.create({ data: { ...founded, ...limits } });
      await recordAudit(tx, context, {
        verb: "customer.create",
        subject: customer.id,
        summary: `created the customer ${name}`,
        details: { customerId, limits },
      });
      await addDefaultAlerts(tx, customer.id);
      await addInvitation(tx, context, owner);
      await enqueueOutbox(tx, context, "customer", customer.id);
      return customer;
    });
    return { customer: toCustomerView(row), invitation: await mailInvitation(context, owner) };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const reason = `The customer id ${customerId} is taken. Choose another.`;
    throw new ServiceError("conflict", reason, { cause: error, fields: { customerId: reason } });
  }
}
