"use server";

import { defineAction } from "@/lib/http/console";
import {
  type RenameCustomerInput,
  renameCustomer,
  renameCustomerInput,
} from "@/lib/services/installation/customer/rename";
import {
  type SetTimeZoneInput,
  setTimeZone,
  setTimeZoneInput,
} from "@/lib/services/installation/customer/set-time-zone";
import { addHost } from "@/lib/services/sites/host/add";
import { checkHost } from "@/lib/services/sites/host/check";
import { removeHost } from "@/lib/services/sites/host/remove";
import {
  type AddHostInput,
  addHostInput,
  type HostIdInput,
  hostIdInput,
} from "@/lib/services/sites/host/schemas";

const rename = defineAction(renameCustomerInput, renameCustomer);
const setZone = defineAction(setTimeZoneInput, setTimeZone);
const add = defineAction(addHostInput, addHost);
const check = defineAction(hostIdInput, (context, input: HostIdInput) => checkHost(context, input));
const remove = defineAction(hostIdInput, removeHost);

export async function renameCustomerAction(input: RenameCustomerInput) {
  return rename(input);
}

export async function setTimeZoneAction(input: SetTimeZoneInput) {
  return setZone(input);
}

export async function addHostAction(input: AddHostInput) {
  return add(input);
}

export async function checkHostAction(input: HostIdInput) {
  return check(input);
}

export async function removeHostAction(input: HostIdInput) {
  return remove(input);
}
