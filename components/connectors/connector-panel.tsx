"use client";

import { Cable } from "lucide-react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { Moment } from "@/components/shared/moment";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import { tallyOf, tallyWords } from "@/lib/domain/connector/pull-state";
import type { Action } from "@/lib/http/action-result";
import type { ConnectorView } from "@/lib/services/sites/connector/connector-view";
import type { ConnectorInput } from "@/lib/services/sites/connector/schemas";
import { ConnectorState } from "./connector-state";

type Dismiss = Action<ConnectorInput, unknown>;

const columnsOf = (dismiss: Dismiss | null): readonly DataColumn<ConnectorView>[] => [
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
    cell: (connector) => (
      <div className="flex flex-col items-end gap-1 md:flex-row md:items-center md:justify-end md:gap-3">
        <ConnectorState state={connector.state} />
        <Moment at={connector.seenAt} className="text-xs whitespace-nowrap text-muted md:hidden" />
        <DismissButton connector={connector} dismiss={dismiss} />
      </div>
    ),
  },
];

type DismissButtonProps = { connector: ConnectorView; dismiss: Dismiss | null };

/** Only for what is gone; it is back once it asks again. */
function DismissButton({ connector: { key, name, state }, dismiss }: DismissButtonProps) {
  if (dismiss === null || state.type !== "silent") return null;
  return (
    <ConfirmButton
      trigger="Dismiss"
      triggerLabel={`Dismiss ${name || "unknown connector"}`}
      title="Dismiss this connector?"
      confirm="Dismiss"
      confirmVariant="primary"
      run={() => dismiss({ key })}
    >
      It is no longer listed or counted. If it fetches the rules again, it reappears.
    </ConfirmButton>
  );
}

type ConnectorPanelProps = {
  /** Null while nobody can tell. */
  connectors: readonly ConnectorView[] | null;
  /** Null for who may not. */
  dismiss: Dismiss | null;
};

/** Who pulls the published rules, and which version they obey. */
export function ConnectorPanel({ connectors, dismiss }: ConnectorPanelProps) {
  const tally = tallyWords(tallyOf((connectors ?? []).map(({ state }) => state)));
  return (
    <Panel
      title="Active connectors"
      description={`${tally === "" ? "" : `${tally}. `}Seen in the last week. Connectors fetch rules every five to ten minutes; after fifteen they count as silent.`}
      flush
    >
      <Pulls connectors={connectors} dismiss={dismiss} />
    </Panel>
  );
}

function Pulls({ connectors, dismiss }: ConnectorPanelProps) {
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
    <DataTable
      caption="Connectors"
      columns={columnsOf(dismiss)}
      rows={connectors}
      rowKey={({ key }) => key}
    />
  );
}
