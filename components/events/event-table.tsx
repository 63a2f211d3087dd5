"use client";

import { useQueries } from "@tanstack/react-query";
import Link from "next/link";
import { eventLiveKey, fetchEventLive } from "@/components/live/event-live-query";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { formatNumber } from "@/components/shared/format";
import type { EventView } from "@/lib/services/event/event-view";
import type { EventLive } from "@/lib/services/event/get-live";
import { eventState } from "./event-state";
import { StateChip } from "./state-chip";

const POLL_MS = 5_000;

type Row = { readonly event: EventView; readonly live: EventLive | null };

const COLUMNS: readonly DataColumn<Row>[] = [
  {
    key: "name",
    header: "Event",
    cell: ({ event }) => (
      <>
        <Link
          href={`/events/${event.eventId}`}
          className="rounded-sm font-medium outline-none after:absolute after:inset-0 focus-visible:focus-ring"
        >
          {event.name}
        </Link>
        <span className="block font-mono text-xs text-muted">{event.eventId}</span>
      </>
    ),
  },
  {
    key: "state",
    header: "Status",
    cell: ({ event, live }) => (
      <StateChip
        state={eventState(
          live?.event ?? event,
          live?.snapshot?.phase ?? null,
          live?.standing.suspension,
        )}
      />
    ),
  },
  {
    key: "kind",
    header: "Kind",
    wideOnly: true,
    cell: ({ event }) => (
      <span className="text-muted">{event.kind === "always-on" ? "Always on" : "Scheduled"}</span>
    ),
  },
  {
    key: "waiting",
    header: "Waiting",
    align: "end",
    cell: ({ live }) => <span className="figures">{figure(live?.snapshot?.waiting)}</span>,
  },
  {
    key: "admitted",
    header: "Admitted last minute",
    align: "end",
    wideOnly: true,
    cell: ({ live }) => (
      <span className="figures">{figure(live?.snapshot?.admittedLastMinute)}</span>
    ),
  },
  {
    key: "outflow",
    header: "Outflow",
    align: "end",
    wideOnly: true,
    cell: ({ event, live }) => (
      <span className="figures whitespace-nowrap">
        {formatNumber((live?.event ?? event).outflowInForce)}
        <span className="text-muted">/min</span>
      </span>
    ),
  },
];

function figure(value: number | undefined): string {
  return value === undefined ? "–" : formatNumber(value);
}

/** All events. Open ones show the figures of their line, refreshed every five seconds. */
export function EventTable({ events }: { events: readonly EventView[] }) {
  const lives = useQueries({
    queries: events.map((event) => ({
      queryKey: eventLiveKey(event.eventId),
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await fetchEventLive(event.eventId, signal)).live,
      enabled: event.status === "open",
      refetchInterval: POLL_MS,
      retry: false,
    })),
  });
  const rows = events.map((event, index) => ({ event, live: lives[index]?.data ?? null }));
  return (
    <div className="overflow-hidden rounded-3xl bg-surface shadow-surface">
      <DataTable
        caption="Events"
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.event.eventId}
      />
    </div>
  );
}
