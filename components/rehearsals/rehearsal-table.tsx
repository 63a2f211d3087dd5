import Link from "next/link";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { Moment } from "@/components/shared/moment";
import type { ListedRehearsal } from "@/lib/services/operation/rehearsal/rehearsal-view";
import { RehearsalState, TestChip } from "./rehearsal-state";

const COLUMNS: readonly DataColumn<ListedRehearsal>[] = [
  {
    key: "name",
    header: "Name",
    cell: (rehearsal) => (
      <span className="flex min-w-0 flex-col gap-1">
        <Link
          href={`/rehearsals/${rehearsal.id}`}
          className="link w-fit max-w-full font-medium break-words"
        >
          {rehearsal.name}
        </Link>
        <span className="md:hidden">
          <RehearsalState rehearsal={rehearsal} />
        </span>
      </span>
    ),
  },
  {
    key: "kind",
    header: "Kind",
    cell: ({ kind }) => (kind === "live" ? <TestChip /> : <span>Simulation</span>),
  },
  {
    key: "state",
    header: "State",
    wideOnly: true,
    cell: (rehearsal) => <RehearsalState rehearsal={rehearsal} />,
  },
  {
    key: "createdAt",
    header: "Started",
    wideOnly: true,
    cell: ({ createdAt, createdBy }) => (
      <span className="flex flex-col">
        <Moment at={createdAt} />
        <span className="text-xs text-muted">by {createdBy}</span>
      </span>
    ),
  },
];

/** All rehearsals of a customer, the newest first. */
export function RehearsalTable({ rehearsals }: { rehearsals: readonly ListedRehearsal[] }) {
  return (
    <DataTable caption="Rehearsals" columns={COLUMNS} rows={rehearsals} rowKey={({ id }) => id} />
  );
}
