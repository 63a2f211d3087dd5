import { db } from "@/lib/db/client";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { type AddressListView, toListedAddressList } from "./address-list-view";
import { getListOfCustomer } from "./inner/find-list";
import { listIdInput } from "./schemas";

/** One address list with what was typed. Throws `not_found`. */
export const getAddressList = defineVerb(
  "address-list:read",
  listIdInput,
  async (context, { listId }): Promise<AddressListView> => {
    const { text, ...row } = await getListOfCustomer(db(), context, listId);
    return { ...toListedAddressList(row), text: text ?? "" };
  },
);
