"use client";

import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import { Chip } from "@/components/ui/chip";
import type { Role } from "@/lib/domain/permissions/roles";
import type { Action } from "@/lib/http/action-result";
import type { MemberView } from "@/lib/services/people/membership/list";
import type { ChangeRoleInput, RemoveMemberInput } from "@/lib/services/people/membership/schemas";
import { RemoveMember } from "./remove-member";
import { RoleSelect } from "./role-select";

type MemberPanelProps = {
  members: readonly MemberView[];
  ownUserId: string;
  /** What the caller may give and take; none for who only looks. */
  roles: readonly Role[];
  changeRole: Action<ChangeRoleInput, unknown>;
  remove: Action<RemoveMemberInput, unknown>;
};

/** Who belongs to the customer, and what they may do. */
export function MemberPanel(props: MemberPanelProps) {
  const { members, ownUserId, roles, changeRole, remove } = props;
  const owners = members.filter(({ role }) => role === "owner");
  // Somebody else has to be an owner first.
  const isFixed = ({ role }: MemberView) =>
    !roles.includes(role) || (role === "owner" && owners.length === 1);
  const columns: readonly DataColumn<MemberView>[] = [
    {
      key: "name",
      header: "Member",
      cell: ({ name, email, userId }) => (
        <>
          <span className="font-medium">{name}</span>
          {userId === ownUserId ? <span className="ml-1.5 text-xs text-muted">you</span> : null}
          <span className="block text-xs break-all text-muted">{email}</span>
        </>
      ),
    },
    {
      key: "joined",
      header: "Joined",
      wideOnly: true,
      cell: ({ joinedAt }) => <Moment at={joinedAt} className="text-muted" />,
    },
    {
      key: "role",
      header: "Role",
      cell: (member) =>
        isFixed(member) ? (
          <Chip size="sm" variant="soft">
            {member.role === "owner" && owners.length === 1 ? "only owner" : member.role}
          </Chip>
        ) : (
          <RoleSelect member={member} roles={roles} changeRole={changeRole} />
        ),
    },
    {
      key: "actions",
      header: "Actions",
      hideHeader: true,
      align: "end",
      cell: (member) => (isFixed(member) ? null : <RemoveMember member={member} remove={remove} />),
    },
  ];
  return (
    <Panel title="Members" flush>
      <DataTable
        caption="Members"
        columns={columns}
        rows={members}
        rowKey={({ membershipId }) => membershipId}
      />
    </Panel>
  );
}
