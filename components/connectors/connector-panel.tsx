import { Cable } from "lucide-react";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { Moment } from "@/components/shared/moment";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import type { ConnectorView } from "@/lib/services/sites/connector/connector-view";
import { ConnectorState } from "./connector-state";

const COLUMNS: readonly DataColumn<ConnectorView>[] = [
  {
    key: "name",
    header: "Connector",
    cell: (connector) => (
      <div className="min-w-0">
        <p className="font-medium break-words">{connector.name || "Unknown"}</p>
        <p className="text-xs text-muted">
          {[connector.runtime, connector.network].filter(Boolean).join(" · ")}
        </p>
      </div>
    ),
  },
  {
    key: "key",
    header: "API key",
    wideOnly: true,
    cell: ({ apiKeyName, isApiKeyRevoked }) => (
      <span className={isApiKeyRevoked ? "text-muted line-through" : ""}>{apiKeyName}</span>
    ),
  },
  {
    key: "secrets",
    header: "Secrets",
    wideOnly: true,
    cell: ({ keyIds }) =>
      keyIds === null ? (
        <span className="text-muted">not reported</span>
      ) : (
        <code className="font-mono text-xs">{keyIds.join(" ") || "none"}</code>
      ),
  },
  {
    key: "version",
    header: "Version",
    align: "end",
    wideOnly: true,
    cell: ({ servedVersion }) => (
      <span className="tabular-nums">{servedVersion === 0 ? "–" : servedVersion}</span>
    ),
  },
  {
    key: "seen",
    header: "Last pull",
    wideOnly: true,
    cell: ({ seenAt }) => <Moment at={seenAt} className="whitespace-nowrap text-muted" />,
  },
  {
    key: "state",
    header: "State",
    align: "end",
    cell: ({ state, seenAt }) => (
      <div className="flex flex-col items-end gap-1">
        <ConnectorState state={state} />
        <Moment at={seenAt} className="text-xs whitespace-nowrap text-muted md:hidden" />
      </div>
    ),
  },
];

type ConnectorPanelProps = {
  /** Null while nobody can tell. */
  connectors: readonly ConnectorView[] | null;
};

/** Who pulls the published rules, and which version they obey. */
export function ConnectorPanel({ connectors }: ConnectorPanelProps) {
  return (
    <Panel
      title="Active connectors"
      description="Seen in the last week. Connectors fetch rules every five to ten minutes; after fifteen they count as silent."
      flush
    >
      <Pulls connectors={connectors} />
    </Panel>
  );
}

function Pulls({ connectors }: ConnectorPanelProps) {
  if (connectors === null) {
    return (
      <Notice tone="warning" role="status" className="m-4">
        Unavailable: Redis is not responding. Connectors keep using their current rules.
      </Notice>
    );
  }
  if (connectors.length === 0) {
    return (
      <EmptyState icon={Cable} title="No connectors yet">
        Install a connector with an API key. It appears here a few seconds after it starts.
      </EmptyState>
    );
  }
  return (
    <DataTable caption="Connectors" columns={COLUMNS} rows={connectors} rowKey={({ key }) => key} />
  );
}
