"use server";

import { defineAction } from "@/lib/http/console";
import { createAddressList } from "@/lib/services/sites/address-list/create";
import { deleteAddressList } from "@/lib/services/sites/address-list/delete";
import { loadAddressListNow } from "@/lib/services/sites/address-list/load-now";
import {
  type CreateListInput,
  createListInput,
  type ListIdInput,
  type LoadListInput,
  listIdInput,
  loadListInput,
  type UpdateListInput,
  updateListInput,
} from "@/lib/services/sites/address-list/schemas";
import { updateAddressList } from "@/lib/services/sites/address-list/update";

const create = defineAction(createListInput, createAddressList);
const update = defineAction(updateListInput, updateAddressList);
const load = defineAction(loadListInput, loadAddressListNow);
const remove = defineAction(listIdInput, deleteAddressList);

export async function createListAction(input: CreateListInput) {
  return create(input);
}

export async function updateListAction(input: UpdateListInput) {
  return update(input);
}

export async function loadListAction(input: LoadListInput) {
  return load(input);
}

export async function deleteListAction(input: ListIdInput) {
  return remove(input);
}
