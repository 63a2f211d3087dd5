"use client";

import { Link2 } from "lucide-react";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import type { Action } from "@/lib/http/action-result";
import type {
  CreateStaffLinkInput,
  StaffLinkIdInput,
} from "@/lib/services/event/staff-link/schemas";
import type { StaffLinkView } from "@/lib/services/event/staff-link/staff-link-view";
import { CreateStaffLink } from "./create-staff-link";
import { StaffLinkState } from "./staff-link-state";

export type ShownStaffLink = StaffLinkView & { readonly isExpired: boolean };

type StaffLinkPanelProps = {
  eventId: string;
  links: readonly ShownStaffLink[];
  canWrite: boolean;
  create: Action<CreateStaffLinkInput, { readonly url: string }>;
  revoke: Action<StaffLinkIdInput, unknown>;
};

/** The links that let colleagues in past the line of one event. */
export function StaffLinkPanel({ eventId, links, canWrite, create, revoke }: StaffLinkPanelProps) {
  const columns: readonly DataColumn<ShownStaffLink>[] = [
    {
      key: "label",
      header: "Purpose",
      cell: ({ label }) => <span className="font-medium">{label}</span>,
    },
    {
      key: "by",
      header: "Created by",
      wideOnly: true,
      cell: ({ createdBy }) => <span className="text-muted">{createdBy}</span>,
    },
    {
      key: "expires",
      header: "Expires",
      cell: ({ expiresAt }) => <Moment at={expiresAt} className="text-muted" />,
    },
    {
      key: "actions",
      header: "State",
      align: "end",
      cell: (link) => <StaffLinkState link={link} canWrite={canWrite} revoke={revoke} />,
    },
  ];
  return (
    <Panel
      title="Staff links"
      description="Let colleagues bypass the line, outside the outflow. Useful for test visits."
      actions={
        canWrite && links.length > 0 ? (
          <CreateStaffLink eventId={eventId} create={create} variant="secondary" />
        ) : null
      }
      flush
    >
      {links.length === 0 ? (
        <EmptyState
          icon={Link2}
          title="No staff links yet"
          action={
            canWrite ? (
              <CreateStaffLink eventId={eventId} create={create} variant="primary" />
            ) : null
          }
        >
          A staff link shows you the site as an admitted visitor, without waiting. Links expire, and
          each use is logged.
        </EmptyState>
      ) : (
        <DataTable caption="Staff links" columns={columns} rows={links} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}
