"use server";

import { defineAction } from "@/lib/http/console";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import { revokeStaffLink } from "@/lib/services/event/staff-link/revoke";
import {
  type CreateStaffLinkInput,
  createStaffLinkInput,
  type StaffLinkIdInput,
  staffLinkIdInput,
} from "@/lib/services/event/staff-link/schemas";

const create = defineAction(createStaffLinkInput, createStaffLink);
const revoke = defineAction(staffLinkIdInput, revokeStaffLink);

export async function createStaffLinkAction(input: CreateStaffLinkInput) {
  return create(input);
}

export async function revokeStaffLinkAction(input: StaffLinkIdInput) {
  return revoke(input);
}
