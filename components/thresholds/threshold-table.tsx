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
      cell: (row) => (
        <span className="flex min-w-0 flex-col break-words">
          <span className="font-medium">{row.name}</span>
          <span className="text-xs text-muted">{`${METRIC_LABELS[row.metric].label} ${valueIn(row, "crossedAt")}`}</span>
        </span>
      ),
    },
    {
      key: "cleared",
      header: "Cleared at",
      wideOnly: true,
      cell: (row) => valueIn(row, "clearedAt"),
    },
    {
      key: "hold",
      header: "Hold for",
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
      <span className="flex flex-wrap justify-end gap-1">
        <ThresholdDialog {...{ actions, events, threshold }} />
        <ConfirmButton
          trigger="Delete"
          triggerLabel={`Delete ${threshold.name}`}
          triggerVariant="ghost"
          title={`Delete ${threshold.name}?`}
          confirm="Delete threshold"
          run={() => actions.remove({ thresholdId: threshold.id })}
        >
          If it is crossed, webhooks and alerts report it as cleared.
        </ConfirmButton>
      </span>
    ),
  };
  return [...columns, actionColumn];
}

/** `≥ 5,000`, with a unit where the label does not say it. */
function valueIn({ metric, ...values }: ThresholdView, name: "crossedAt" | "clearedAt"): string {
  const { unit } = METRIC_LABELS[metric];
  const isUp = (METRIC_SIDE[metric] === "above") === (name === "crossedAt");
  const shown = unit === "visitors" ? "" : ` ${unit}`;
  return `${isUp ? "≥" : "≤"} ${formatNumber(values[name])}${shown}`;
}

function nameOf(eventId: string | null, events: readonly EventChoice[]): string {
  if (eventId === null) return "All events";
  return events.find((event) => event.eventId === eventId)?.name ?? eventId;
}
