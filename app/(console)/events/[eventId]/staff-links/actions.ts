"use server";

import { defineAction } from "@/lib/http/console";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import { revokeStaffLink } from "@/lib/services/event/staff-link/revoke";

export const createStaffLinkAction = defineAction(createStaffLink);
export const revokeStaffLinkAction = defineAction(revokeStaffLink);
