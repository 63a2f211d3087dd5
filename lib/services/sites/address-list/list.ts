import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { type ListedAddressList, SHOWN, toListedAddressList } from "./address-list-view";

/** All address lists of the customer, by name. */
export const listAddressLists = defineVerb(
  "address-list:read",
  noInput,
  async (context): Promise<readonly ListedAddressList[]> => {
    const rows = await db().addressList.findMany({
      where: { customerId: context.customer.id },
      select: SHOWN,
      orderBy: [{ name: "asc" }, { id: "asc" }],
    });
    return rows.map(toListedAddressList);
  },
);
