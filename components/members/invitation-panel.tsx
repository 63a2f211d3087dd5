"use client";

import { Chip } from "@heroui/react";
import { useRouter } from "next/navigation";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import type { Action } from "@/lib/http/action-result";
import type { InvitationView } from "@/lib/services/invitation/list";
import type { RevokeInvitationInput } from "@/lib/services/invitation/schemas";

type InvitationPanelProps = {
  invitations: readonly InvitationView[];
  canWrite: boolean;
  revoke: Action<RevokeInvitationInput, unknown>;
};

/** Invitations that nobody has accepted yet. */
export function InvitationPanel({ invitations, canWrite, revoke }: InvitationPanelProps) {
  const router = useRouter();
  const columns: readonly DataColumn<InvitationView>[] = [
    {
      key: "email",
      header: "E-mail",
      cell: ({ email }) => <span className="break-all">{email}</span>,
    },
    { key: "role", header: "Role", cell: ({ role }) => role },
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
      cell: ({ invitationId, email, isExpired }) =>
        isExpired || !canWrite ? (
          <Chip size="sm" variant="soft">
            {isExpired ? "Expired" : "Waiting"}
          </Chip>
        ) : (
          <ConfirmButton
            trigger="Withdraw"
            triggerLabel={`Withdraw the invitation of ${email}`}
            title="Withdraw this invitation?"
            confirm="Withdraw"
            run={() => revoke({ invitationId })}
            onDone={() => router.refresh()}
          >
            The link that {email} got stops working.
          </ConfirmButton>
        ),
    },
  ];
  return (
    <Panel title="Invitations" description="Not accepted yet" flush>
      {invitations.length === 0 ? (
        <p className="px-4 py-6 text-center text-sm text-muted">No invitation is open.</p>
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
