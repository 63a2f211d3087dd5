import type { Metadata } from "next";
import { InvitationPanel } from "@/components/members/invitation-panel";
import { InviteMember } from "@/components/members/invite-member";
import { MemberPanel } from "@/components/members/member-panel";
import { RoleMatrix } from "@/components/members/role-matrix";
import { PageHeader } from "@/components/shared/page-header";
import { RoleNote } from "@/components/shared/role-note";
import { mayGrant, ROLES } from "@/lib/domain/permissions/roles";
import { listInvitations } from "@/lib/services/people/invitation/list";
import { listMembers } from "@/lib/services/people/membership/list";
import { requireCaller } from "../guard";
import {
  changeRoleAction,
  inviteAction,
  removeMemberAction,
  resendInvitationAction,
  revokeInvitationAction,
} from "./actions";

export const metadata: Metadata = { title: "Team" };

export default async function MembersPage() {
  const { context, can } = await requireCaller();
  const [members, invitations] = await Promise.all([
    listMembers(context),
    listInvitations(context),
  ]);
  const canWrite = can("member:write");
  const roles = canWrite ? ROLES.filter((role) => mayGrant(context.permissions, role)) : [];
  return (
    <>
      <PageHeader
        title="Team"
        description={`Members of ${context.customer.name}.`}
        actions={canWrite ? <InviteMember roles={roles} invite={inviteAction} /> : null}
      />
      <div className="flex flex-col gap-4">
        <MemberPanel
          members={members}
          ownUserId={context.actor.id}
          roles={roles}
          changeRole={changeRoleAction}
          remove={removeMemberAction}
        />
        <InvitationPanel
          invitations={invitations}
          roles={roles}
          resend={resendInvitationAction}
          revoke={revokeInvitationAction}
        />
        {canWrite ? null : (
          <RoleNote permission="member:write" act="invite and remove members and change roles" />
        )}
        <RoleMatrix />
      </div>
    </>
  );
}
