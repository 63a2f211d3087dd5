import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type ListedAddressList, SHOWN, toListedAddressList } from "./address-list-view";

/** All address lists of the customer, by name. */
export async function listAddressLists(
  context: ServiceContext,
): Promise<readonly ListedAddressList[]> {
  requirePermission(context, "address-list:read");
  const rows = await db().addressList.findMany({
    where: { customerId: context.customer.id },
    select: SHOWN,
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return rows.map(toListedAddressList);
}
