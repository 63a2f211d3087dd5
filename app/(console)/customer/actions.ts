"use server";

import { defineAction } from "@/lib/http/console";
import { renameCustomer, renameCustomerInput } from "@/lib/services/installation/customer/rename";
import { setTimeZone, setTimeZoneInput } from "@/lib/services/installation/customer/set-time-zone";
import { addHost } from "@/lib/services/sites/host/add";
import { checkHost } from "@/lib/services/sites/host/check";
import { removeHost } from "@/lib/services/sites/host/remove";
import { addHostInput, type HostIdInput, hostIdInput } from "@/lib/services/sites/host/schemas";

export const renameCustomerAction = defineAction(renameCustomerInput, renameCustomer);
export const setTimeZoneAction = defineAction(setTimeZoneInput, setTimeZone);
export const addHostAction = defineAction(addHostInput, addHost);
export const checkHostAction = defineAction(hostIdInput, (context, input: HostIdInput) =>
  checkHost(context, input),
);
export const removeHostAction = defineAction(hostIdInput, removeHost);
