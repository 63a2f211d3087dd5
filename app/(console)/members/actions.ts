"use server";

import { defineAction } from "@/lib/http/console";
import { createInvitation } from "@/lib/services/people/invitation/create";
import { resendInvitation } from "@/lib/services/people/invitation/resend";
import { revokeInvitation } from "@/lib/services/people/invitation/revoke";
import {
  type CreateInvitationInput,
  createInvitationInput,
  type RevokeInvitationInput,
  revokeInvitationInput,
} from "@/lib/services/people/invitation/schemas";
import { changeRole } from "@/lib/services/people/membership/change-role";
import { removeMember } from "@/lib/services/people/membership/remove";
import {
  type ChangeRoleInput,
  changeRoleInput,
  type RemoveMemberInput,
  removeMemberInput,
} from "@/lib/services/people/membership/schemas";

const invite = defineAction(createInvitationInput, createInvitation);
const resend = defineAction(revokeInvitationInput, resendInvitation);
const revoke = defineAction(revokeInvitationInput, revokeInvitation);
const change = defineAction(changeRoleInput, changeRole);
const remove = defineAction(removeMemberInput, removeMember);

export async function inviteAction(input: CreateInvitationInput) {
  return invite(input);
}

export async function resendInvitationAction(input: RevokeInvitationInput) {
  return resend(input);
}

export async function revokeInvitationAction(input: RevokeInvitationInput) {
  return revoke(input);
}

export async function changeRoleAction(input: ChangeRoleInput) {
  return change(input);
}

export async function removeMemberAction(input: RemoveMemberInput) {
  return remove(input);
}
