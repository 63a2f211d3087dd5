import type { Metadata } from "next";
import { InvitationPanel } from "@/components/members/invitation-panel";
import { InviteMember } from "@/components/members/invite-member";
import { MemberPanel } from "@/components/members/member-panel";
import { PageHeader } from "@/components/shared/page-header";
import { listInvitations } from "@/lib/services/invitation/list";
import { listMembers } from "@/lib/services/membership/list";
import { requireCaller } from "../guard";
import {
  changeRoleAction,
  inviteAction,
  removeMemberAction,
  revokeInvitationAction,
} from "./actions";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage() {
  const { context, can } = await requireCaller();
  const [members, invitations] = await Promise.all([
    listMembers(context),
    listInvitations(context),
  ]);
  const canWrite = can("member:write");
  return (
    <>
      <PageHeader
        title="Members"
        description={`Who may work in ${context.customer.name}.`}
        actions={canWrite ? <InviteMember invite={inviteAction} /> : null}
      />
      <div className="flex flex-col gap-4">
        <MemberPanel
          members={members}
          ownUserId={context.actor.id}
          canWrite={canWrite}
          changeRole={changeRoleAction}
          remove={removeMemberAction}
        />
        <InvitationPanel
          invitations={invitations}
          canWrite={canWrite}
          revoke={revokeInvitationAction}
        />
      </div>
    </>
  );
}
