import type { Tx } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/unique-violation";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { ServiceError } from "@/lib/services/ground/errors";
import { requireFreeCustomerId } from "@/lib/services/ground/former-id";
import { recordAudit } from "@/lib/services/ground/record-audit";
import type { CountedTry } from "@/lib/services/ground/throttle";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { addDefaultAlerts } from "./default-alerts";
import { hashPassword, requireUncommon } from "./password";
import { type RegisterInput, registerInput } from "./schemas";

/** Database ids of what was made. */
export type Registered = { readonly userId: string; readonly customerId: string };

/**
 * Makes a user, a customer and its first owner, whatever SIGN_UP says: for the operator of the server
 * and, behind its own checks, for sign-up. `admit` runs first in the same transaction and may refuse.
 * Throws `invalid`, or `conflict` with the field that is taken.
 */
export async function registerCustomer(
  counted: CountedTry,
  rawInput: RegisterInput,
  admit: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<Registered> {
  const input = registerInput.parse(rawInput);
  await requireUncommon(input.password, [
    input.name,
    input.email,
    input.customerName,
    input.customerId,
  ]);
  const passwordHash = await hashPassword(counted, input.password);
  return withAnonymousTransaction(async (tx) => {
    await admit(tx);
    const user = await createUser(tx, { ...input, passwordHash });
    const founding = { wireId: input.customerId, name: input.customerName, user };
    const customerId = await foundCustomer(tx, founding);
    return { userId: user.id, customerId };
  });
}

/** Makes a user. Throws `conflict` when the e-mail has one already. */
export async function createUser(
  tx: Tx,
  input: { name: string; email: string; passwordHash: string },
): Promise<{ id: string; name: string }> {
  const { name, email, passwordHash } = input;
  try {
    return await tx.user.create({ data: { id: newId("user"), name, email, passwordHash } });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const reason = "This e-mail address already has an account. Sign in instead.";
    throw new ServiceError("conflict", reason, { cause: error, fields: { email: reason } });
  }
}

async function foundCustomer(
  tx: Tx,
  founding: { wireId: string; name: string; user: { id: string; name: string } },
): Promise<string> {
  const { wireId, name, user } = founding;
  const customer = { id: newId("customer"), wireId, name, timeZone: "UTC" };
  await requireFreeCustomerId(tx, wireId);
  try {
    await tx.customer.create({ data: customer });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const reason = `The customer id ${wireId} is taken. Choose another.`;
    throw new ServiceError("conflict", reason, { cause: error, fields: { customerId: reason } });
  }
  await tx.membership.create({
    data: { id: newId("membership"), userId: user.id, customerId: customer.id, role: "owner" },
  });
  const context: ServiceContext = {
    customer,
    actor: { type: "user", id: user.id, name: user.name },
    permissions: permissionsOfRole("owner"),
  };
  await recordAudit(tx, context, {
    verb: "customer.create",
    subject: customer.id,
    summary: `signed up and created ${name}`,
    details: { customerId: wireId },
  });
  await addDefaultAlerts(tx, customer.id);
  await enqueueOutbox(tx, context, "customer", customer.id);
  return customer.id;
}
