import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type AddressListView, toListedAddressList } from "./address-list-view";
import { getListOfCustomer } from "./inner/find-list";
import { type ListIdInput, listIdInput } from "./schemas";

/** One address list with what was typed. Throws `not_found`. */
export async function getAddressList(
  context: ServiceContext,
  rawInput: ListIdInput,
): Promise<AddressListView> {
  requirePermission(context, "address-list:read");
  const { listId } = listIdInput.parse(rawInput);
  const { text, ...row } = await getListOfCustomer(db(), context, listId);
  return { ...toListedAddressList(row), text: text ?? "" };
}
