import Link from "next/link";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { formatNumber } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Chip } from "@/components/ui/chip";
import type { RunLine } from "@/lib/services/operation/report/list";

const COLUMNS: readonly DataColumn<RunLine>[] = [
  {
    key: "run",
    header: "Run",
    cell: ({ runId, eventName, run }) => (
      <>
        <Link
          href={`/reports/${runId}`}
          className="rounded-sm font-medium outline-none after:absolute after:inset-0 focus-visible:focus-ring"
        >
          {eventName}
        </Link>
        <span className="block text-xs text-muted">Run {formatNumber(run)}</span>
      </>
    ),
  },
  {
    key: "opened",
    header: "Started",
    wideOnly: true,
    cell: ({ openedAt }) => <Moment at={openedAt} className="text-muted" />,
  },
  {
    key: "state",
    header: "Ended",
    cell: ({ endedAt, isPublished }) => (
      <span className="flex flex-wrap items-center gap-1.5">
        {endedAt === null ? (
          <Chip size="sm" color="success" variant="soft">
            Running
          </Chip>
        ) : (
          <Moment at={endedAt} className="text-muted" />
        )}
        {isPublished ? (
          <Chip size="sm" color="accent" variant="soft">
            Published
          </Chip>
        ) : null}
      </span>
    ),
  },
  {
    key: "joined",
    header: "Joined",
    align: "end",
    wideOnly: true,
    cell: ({ joined }) => <span className="figures">{formatNumber(joined)}</span>,
  },
  {
    key: "admitted",
    header: "Admitted",
    align: "end",
    cell: ({ admitted }) => <span className="figures">{formatNumber(admitted)}</span>,
  },
  {
    key: "not-admitted",
    header: "Not admitted",
    align: "end",
    wideOnly: true,
    cell: ({ joined, admitted }) => (
      <span className="figures">{formatNumber(Math.max(0, joined - admitted))}</span>
    ),
  },
];

/** All runs, the newest first. */
export function RunTable({ runs }: { runs: readonly RunLine[] }) {
  return (
    <div className="overflow-hidden rounded-3xl bg-surface shadow-surface">
      <DataTable caption="Runs" columns={COLUMNS} rows={runs} rowKey={({ runId }) => runId} />
    </div>
  );
}
