"use client";

import { ConfirmButton } from "@/components/shared/confirm-button";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { Moment } from "@/components/shared/moment";
import type { AlertChannelView } from "@/lib/services/sites/alert/channel-view";
import type { ChannelActions } from "./actions";
import { ChannelDialog } from "./channel-dialog";
import { CHANNEL_LABELS } from "./labels";
import { SendTest } from "./send-test";

type ChannelTableProps = {
  channels: readonly AlertChannelView[];
  actions: ChannelActions;
  canWrite: boolean;
};

/** All channels of a customer, each with how its last notice fared. */
export function ChannelTable(props: ChannelTableProps) {
  return (
    <DataTable
      caption="Channels"
      columns={columnsOf(props)}
      rows={props.channels}
      rowKey={({ id }) => id}
      isPlain={!props.canWrite}
    />
  );
}

function columnsOf({ actions, canWrite }: ChannelTableProps) {
  const columns: DataColumn<AlertChannelView>[] = [
    {
      key: "name",
      header: "Name",
      cell: (channel) => (
        <span className="flex min-w-0 flex-col break-words">
          <span className="font-medium">{channel.name}</span>
          <span className="text-xs md:hidden">
            <LastNotice {...channel} />
          </span>
        </span>
      ),
    },
    { key: "kind", header: "Type", wideOnly: true, cell: ({ kind }) => CHANNEL_LABELS[kind] },
    { key: "to", header: "To", wideOnly: true, cell: (channel) => recipientsOf(channel) },
    { key: "last", header: "Last notice", wideOnly: true, cell: LastNotice },
  ];
  if (!canWrite) return columns;
  const actionColumn: DataColumn<AlertChannelView> = {
    key: "actions",
    header: "Actions",
    hideHeader: true,
    align: "end",
    cell: (channel) => (
      <span className="flex flex-wrap justify-end gap-1">
        <SendTest name={channel.name} send={() => actions.test({ channelId: channel.id })} />
        <ChannelDialog {...{ actions, channel }} />
        <ConfirmButton
          trigger="Delete"
          triggerLabel={`Delete ${channel.name}`}
          triggerVariant="ghost"
          title={`Delete ${channel.name}?`}
          confirm="Delete channel"
          run={() => actions.remove({ channelId: channel.id })}
        >
          Rules no longer send to it. Pending notices are not sent.
        </ConfirmButton>
      </span>
    ),
  };
  return [...columns, actionColumn];
}

function recipientsOf({ roles, addresses, hint }: AlertChannelView): string {
  if (hint !== null) return hint;
  return [...roles.map((role) => `all ${role}s`), ...addresses].join(", ");
}

function LastNotice({ lastNotice }: AlertChannelView) {
  if (lastNotice === null) return <span className="text-muted">None yet</span>;
  const { state, at, isTest, problem } = lastNotice;
  if (state === "delivered") {
    return (
      <span className="text-muted">
        {isTest ? "Test delivered" : "Delivered"} <Moment at={at} />
      </span>
    );
  }
  if (problem === null) return <span className="text-muted">Sending…</span>;
  return <span className="text-danger">{problem}</span>;
}
