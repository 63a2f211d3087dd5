"use server";

import { defineAction } from "@/lib/http/console";
import { createAddressList } from "@/lib/services/sites/address-list/create";
import { deleteAddressList } from "@/lib/services/sites/address-list/delete";
import { loadAddressListNow } from "@/lib/services/sites/address-list/load-now";
import {
  createListInput,
  listIdInput,
  loadListInput,
  updateListInput,
} from "@/lib/services/sites/address-list/schemas";
import { updateAddressList } from "@/lib/services/sites/address-list/update";

export const createListAction = defineAction(createListInput, createAddressList);
export const updateListAction = defineAction(updateListInput, updateAddressList);
export const loadListAction = defineAction(loadListInput, loadAddressListNow);
export const deleteListAction = defineAction(listIdInput, deleteAddressList);
