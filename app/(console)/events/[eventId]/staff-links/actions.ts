"use server";

import { defineAction } from "@/lib/http/console";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import { revokeStaffLink } from "@/lib/services/event/staff-link/revoke";
import { createStaffLinkInput, staffLinkIdInput } from "@/lib/services/event/staff-link/schemas";

export const createStaffLinkAction = defineAction(createStaffLinkInput, createStaffLink);
export const revokeStaffLinkAction = defineAction(staffLinkIdInput, revokeStaffLink);
