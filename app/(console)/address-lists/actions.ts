"use server";

import { defineAction } from "@/lib/http/console";
import { createAddressList } from "@/lib/services/sites/address-list/create";
import { deleteAddressList } from "@/lib/services/sites/address-list/delete";
import { loadAddressListNow } from "@/lib/services/sites/address-list/load-now";
import { updateAddressList } from "@/lib/services/sites/address-list/update";

export const createListAction = defineAction(createAddressList);
export const updateListAction = defineAction(updateAddressList);
export const loadListAction = defineAction(loadAddressListNow);
export const deleteListAction = defineAction(deleteAddressList);
