"use server";

import { defineAction } from "@/lib/http/console";
import { withInput } from "@/lib/http/define-action";
import { setNewEventDefaults } from "@/lib/services/event/new-event/set-defaults";
import { renameCustomer } from "@/lib/services/installation/customer/rename";
import { setStatusPage } from "@/lib/services/installation/customer/set-status-page";
import { setTimeZone } from "@/lib/services/installation/customer/set-time-zone";
import { addHost } from "@/lib/services/sites/host/add";
import { checkHost } from "@/lib/services/sites/host/check";
import { removeHost } from "@/lib/services/sites/host/remove";
import { hostIdInput } from "@/lib/services/sites/host/schemas";

export const renameCustomerAction = defineAction(renameCustomer);
export const setTimeZoneAction = defineAction(setTimeZone);
export const setNewEventDefaultsAction = defineAction(setNewEventDefaults);
export const setStatusPageAction = defineAction(setStatusPage);
export const addHostAction = defineAction(addHost);
export const checkHostAction = defineAction(withInput(hostIdInput, checkHost));
export const removeHostAction = defineAction(removeHost);
