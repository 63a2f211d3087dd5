"use client";

import { ConfirmButton } from "@/components/shared/confirm-button";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { formatNumber } from "@/components/shared/format";
import { METRIC_SIDE } from "@/lib/domain/threshold/threshold";
import type { ThresholdView } from "@/lib/services/event/threshold/threshold-view";
import { METRIC_LABELS } from "./metric-labels";
import { type ThresholdActions, ThresholdDialog } from "./threshold-dialog";
import type { EventChoice } from "./threshold-fields";

type ThresholdTableProps = {
  thresholds: readonly ThresholdView[];
  events: readonly EventChoice[];
  actions: ThresholdActions;
  canWrite: boolean;
};

/** All thresholds of a customer. */
export function ThresholdTable(props: ThresholdTableProps) {
  return (
    <DataTable
      caption="Thresholds"
      columns={columnsOf(props)}
      rows={props.thresholds}
      rowKey={({ id }) => id}
      isPlain={!props.canWrite}
    />
  );
}

function columnsOf({ events, actions, canWrite }: ThresholdTableProps) {
  const columns: DataColumn<ThresholdView>[] = [
    {
      key: "name",
      header: "Name",
      cell: ({ name }) => <span className="font-medium break-words">{name}</span>,
    },
    { key: "crossed", header: "Crossed", cell: (row) => valueIn(row, "crossedAt") },
    {
      key: "cleared",
      header: "Cleared",
      wideOnly: true,
      cell: (row) => valueIn(row, "clearedAt"),
    },
    {
      key: "hold",
      header: "For",
      wideOnly: true,
      cell: ({ holdSeconds }) => `${formatNumber(holdSeconds)} s`,
    },
    {
      key: "event",
      header: "Event",
      wideOnly: true,
      cell: ({ eventId }) => nameOf(eventId, events),
    },
  ];
  if (!canWrite) return columns;
  const actionColumn: DataColumn<ThresholdView> = {
    key: "actions",
    header: "Actions",
    hideHeader: true,
    align: "end",
    cell: (threshold) => (
      <span className="flex justify-end gap-1">
        <ThresholdDialog {...{ actions, events, threshold }} />
        <ConfirmButton
          trigger="Delete"
          triggerLabel={`Delete ${threshold.name}`}
          triggerVariant="ghost"
          title={`Delete ${threshold.name}?`}
          confirm="Delete threshold"
          run={() => actions.remove({ thresholdId: threshold.id })}
        >
          If it is crossed, webhooks and alerts are told that it is cleared.
        </ConfirmButton>
      </span>
    ),
  };
  return [...columns, actionColumn];
}

function valueIn(threshold: ThresholdView, name: "crossedAt" | "clearedAt"): string {
  const { label, unit } = METRIC_LABELS[threshold.metric];
  const isUp = (METRIC_SIDE[threshold.metric] === "above") === (name === "crossedAt");
  const value = `${formatNumber(threshold[name])}${unit === "%" ? " %" : ` ${unit}`}`;
  return name === "crossedAt"
    ? `${label} ${isUp ? "≥" : "≤"} ${value}`
    : `${isUp ? "≥" : "≤"} ${value}`;
}

function nameOf(eventId: string | null, events: readonly EventChoice[]): string {
  if (eventId === null) return "All events";
  return events.find((event) => event.eventId === eventId)?.name ?? eventId;
}
