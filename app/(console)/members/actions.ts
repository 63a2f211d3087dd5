"use server";

import { defineAction } from "@/lib/http/console";
import { createInvitation } from "@/lib/services/people/invitation/create";
import { resendInvitation } from "@/lib/services/people/invitation/resend";
import { revokeInvitation } from "@/lib/services/people/invitation/revoke";
import {
  createInvitationInput,
  revokeInvitationInput,
} from "@/lib/services/people/invitation/schemas";
import { changeRole } from "@/lib/services/people/membership/change-role";
import { removeMember } from "@/lib/services/people/membership/remove";
import { changeRoleInput, removeMemberInput } from "@/lib/services/people/membership/schemas";

export const inviteAction = defineAction(createInvitationInput, createInvitation);
export const resendInvitationAction = defineAction(revokeInvitationInput, resendInvitation);
export const revokeInvitationAction = defineAction(revokeInvitationInput, revokeInvitation);
export const changeRoleAction = defineAction(changeRoleInput, changeRole);
export const removeMemberAction = defineAction(removeMemberInput, removeMember);
