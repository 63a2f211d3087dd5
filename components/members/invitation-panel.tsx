"use client";

import { useRouter } from "next/navigation";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import { Chip } from "@/components/ui/chip";
import { toast } from "@/components/ui/toast";
import type { Role } from "@/lib/domain/permissions/roles";
import type { Action } from "@/lib/http/action-result";
import type { InvitationView } from "@/lib/services/people/invitation/list";
import type { RevokeInvitationInput } from "@/lib/services/people/invitation/schemas";

type InvitationPanelProps = {
  invitations: readonly InvitationView[];
  /** What the caller may give; none for who only looks. */
  roles: readonly Role[];
  resend: Action<RevokeInvitationInput, InvitationView>;
  revoke: Action<RevokeInvitationInput, unknown>;
};

/** Invitations that nobody has accepted yet. */
export function InvitationPanel({ invitations, roles, resend, revoke }: InvitationPanelProps) {
  const router = useRouter();
  const columns: readonly DataColumn<InvitationView>[] = [
    {
      key: "email",
      header: "E-mail",
      cell: ({ email, role }) => (
        <>
          <span className="break-all">{email}</span>
          <span className="block text-xs text-muted md:hidden">{role}</span>
        </>
      ),
    },
    { key: "role", header: "Role", wideOnly: true, cell: ({ role }) => role },
    {
      key: "expires",
      header: "Valid until",
      wideOnly: true,
      cell: ({ expiresAt }) => <Moment at={expiresAt} className="text-muted" />,
    },
    {
      key: "actions",
      header: "State",
      align: "end",
      cell: ({ invitationId, email, role, isExpired }) => (
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Chip size="sm" variant="soft" color={isExpired ? "warning" : "default"}>
            {isExpired ? "Expired" : "Pending"}
          </Chip>
          {roles.includes(role) ? (
            <>
              <ConfirmButton
                trigger="Resend"
                triggerLabel={`Resend the invitation to ${email}`}
                title={`Resend the invitation to ${email}?`}
                confirm="Resend"
                confirmVariant="primary"
                run={() => resend({ invitationId })}
                onDone={() => {
                  toast.success(`Invitation resent to ${email}`);
                  router.refresh();
                }}
              >
                The new link works for seven days. The previous link stops working.
              </ConfirmButton>
              <ConfirmButton
                trigger="Withdraw"
                triggerLabel={`Withdraw the invitation to ${email}`}
                title="Withdraw this invitation?"
                confirm="Withdraw"
                run={() => revoke({ invitationId })}
              >
                The link sent to {email} stops working.
              </ConfirmButton>
            </>
          ) : null}
        </div>
      ),
    },
  ];
  return (
    <Panel title="Invitations" description="Not accepted yet" flush>
      {invitations.length === 0 ? (
        <p className="px-4 py-6 text-center text-sm text-muted">No open invitations.</p>
      ) : (
        <DataTable
          caption="Open invitations"
          columns={columns}
          rows={invitations}
          rowKey={({ invitationId }) => invitationId}
        />
      )}
    </Panel>
  );
}
