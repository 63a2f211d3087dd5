import Link from "next/link";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { Moment } from "@/components/shared/moment";
import type { PublicationSummary } from "@/lib/services/publication/publication-view";

const COLUMNS: readonly DataColumn<PublicationSummary>[] = [
  {
    key: "version",
    header: "Version",
    cell: ({ version }) => (
      <Link
        href={`/rules/versions/${version}`}
        className="figures rounded-sm font-medium outline-none after:absolute after:inset-0 focus-visible:focus-ring"
      >
        Version {version}
      </Link>
    ),
  },
  {
    key: "at",
    header: "Published",
    cell: ({ publishedAt }) => <Moment at={publishedAt} className="whitespace-nowrap" />,
  },
  { key: "by", header: "By", cell: ({ publishedBy }) => publishedBy },
  {
    key: "rules",
    header: "Rules",
    wideOnly: true,
    cell: ({ ruleNames }) => (
      <span className="text-muted">{ruleNames.length === 0 ? "none" : ruleNames.join(", ")}</span>
    ),
  },
];

export function VersionTable({ versions }: { versions: readonly PublicationSummary[] }) {
  return (
    <div className="overflow-hidden rounded-3xl bg-surface shadow-surface">
      <DataTable
        caption="Published versions, newest first"
        columns={COLUMNS}
        rows={versions}
        rowKey={({ version }) => String(version)}
      />
    </div>
  );
}
