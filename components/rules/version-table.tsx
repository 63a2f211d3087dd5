import Link from "next/link";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Chip } from "@/components/ui/chip";
import type { ConnectorView } from "@/lib/services/sites/connector/connector-view";
import type { ListedPublication } from "@/lib/services/sites/publication/list";
import { countWords } from "./difference-words";

type Row = ListedPublication & {
  readonly isInForce: boolean;
  /** Connectors that were heard of late and run it; null while nobody can tell. */
  readonly running: number | null;
};

const COLUMNS: readonly DataColumn<Row>[] = [
  {
    key: "version",
    header: "Version",
    cell: ({ version, isInForce, repeats }) => (
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          href={`/rules/versions/${version}`}
          className="figures rounded-sm font-medium outline-none after:absolute after:inset-0 focus-visible:focus-ring"
        >
          Version {version}
        </Link>
        {isInForce ? (
          <Chip size="sm" variant="soft" color="success">
            Live
          </Chip>
        ) : null}
        {repeats === null ? null : (
          <span className="text-xs text-muted">same as version {repeats}</span>
        )}
      </div>
    ),
  },
  {
    key: "changes",
    header: "Rules",
    cell: ({ counts }) => (
      <span className="text-muted">{countWords(counts, "no rule changed")}</span>
    ),
  },
  {
    key: "running",
    header: "Connectors",
    wideOnly: true,
    cell: ({ running }) => (
      <span className={running === 0 ? "text-muted" : ""}>{runningWords(running)}</span>
    ),
  },
  {
    key: "by",
    header: "By",
    wideOnly: true,
    cell: ({ publishedBy }) => publishedBy,
  },
  {
    key: "at",
    header: "Published",
    align: "end",
    cell: ({ publishedAt }) => <Moment at={publishedAt} className="sm:whitespace-nowrap" />,
  },
];

function runningWords(running: number | null): string {
  if (running === null) return "unknown";
  return running === 0 ? "none" : `${plural(running, "connector")}`;
}

type VersionTableProps = {
  versions: readonly ListedPublication[];
  newest: number;
  connectors: readonly ConnectorView[] | null;
};

export function VersionTable({ versions, newest, connectors }: VersionTableProps) {
  const heard = connectors?.filter(({ state }) => state.type !== "silent") ?? null;
  const rows = versions.map((one) => ({
    ...one,
    isInForce: one.version === newest,
    running: heard?.filter(({ runsVersion }) => runsVersion === one.version).length ?? null,
  }));
  return (
    <div className="overflow-hidden rounded-3xl bg-surface shadow-surface">
      <DataTable
        caption="Published versions, newest first"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ version }) => String(version)}
      />
    </div>
  );
}
