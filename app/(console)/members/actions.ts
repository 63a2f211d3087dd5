"use server";

import { defineAction } from "@/lib/http/console";
import { createInvitation } from "@/lib/services/people/invitation/create";
import { resendInvitation } from "@/lib/services/people/invitation/resend";
import { revokeInvitation } from "@/lib/services/people/invitation/revoke";
import { changeRole } from "@/lib/services/people/membership/change-role";
import { removeMember } from "@/lib/services/people/membership/remove";

export const inviteAction = defineAction(createInvitation);
export const resendInvitationAction = defineAction(resendInvitation);
export const revokeInvitationAction = defineAction(revokeInvitation);
export const changeRoleAction = defineAction(changeRole);
export const removeMemberAction = defineAction(removeMember);
