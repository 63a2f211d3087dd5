import type { Tx } from "@/lib/db/client";
import type { ServiceContext } from "./context";

/**
 * Lets one change of a kind at a time happen in a customer: the order of its rules, the next version
 * of its config. Held until the transaction ends; changes of other rows of the customer go on.
 */
export async function lockCustomer(
  tx: Tx,
  context: { readonly customer: Pick<ServiceContext["customer"], "id"> },
): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM "Customer" WHERE "id" = ${context.customer.id} FOR NO KEY UPDATE`;
}
