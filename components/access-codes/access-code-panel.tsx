"use client";

import { Ticket } from "lucide-react";
import type { Action } from "@/components/shared/action-result";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { formatNumber, plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import type { Lane } from "@/lib/domain/lane/lane";
import type { AccessCodeBatchView } from "@/lib/services/access-code/batch-view";
import type { CreateAccessCodesInput } from "@/lib/services/access-code/schemas";
import { CreateAccessCodes } from "./create-access-codes";

type AccessCodePanelProps = {
  eventId: string;
  lanes: readonly Lane[];
  batches: readonly AccessCodeBatchView[];
  canWrite: boolean;
  create: Action<CreateAccessCodesInput, { readonly csv: string }>;
};

/** The codes by which visitors join, or move to another lane. */
export function AccessCodePanel(props: AccessCodePanelProps) {
  const { eventId, lanes, batches, canWrite, create } = props;
  const columns: readonly DataColumn<AccessCodeBatchView>[] = [
    {
      key: "name",
      header: "Batch",
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    { key: "count", header: "Codes", align: "end", cell: ({ count }) => formatNumber(count) },
    {
      key: "uses",
      header: "Each for",
      cell: ({ uses }) => <span className="text-muted">{plural(uses, "use")}</span>,
    },
    {
      key: "lane",
      header: "Lane",
      cell: ({ lane }) => (
        <span className="text-muted">{lanes.find(({ key }) => key === lane)?.name ?? "–"}</span>
      ),
    },
    {
      key: "made",
      header: "Made",
      wideOnly: true,
      cell: ({ createdAt }) => <Moment at={createdAt} className="text-muted" />,
    },
  ];
  const button = (variant: "primary" | "secondary") =>
    canWrite ? (
      <CreateAccessCodes eventId={eventId} lanes={lanes} create={create} variant={variant} />
    ) : null;
  return (
    <Panel
      title="Access codes"
      description="A code takes its holder into this line, or into the lane that it leads to."
      actions={batches.length > 0 ? button("secondary") : null}
      flush
    >
      {batches.length === 0 ? (
        <EmptyState icon={Ticket} title="No codes yet" action={button("primary")}>
          Make a batch for people who go first, or for an event by invitation. Only hashes are kept:
          you get the codes once, as a file.
        </EmptyState>
      ) : (
        <DataTable
          caption="Batches of access codes"
          columns={columns}
          rows={batches}
          rowKey={({ id }) => id}
        />
      )}
    </Panel>
  );
}
