import { KeyRound } from "lucide-react";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import type { ConnectorView } from "@/lib/services/sites/connector/connector-view";
import type { SecretView } from "@/lib/services/sites/secret/secret-view";
import { GenerateSecret, type SecretEvent } from "./generate-secret";
import { RotationGuide } from "./rotation-guide";
import type { SecretActions } from "./secret-actions";
import { SecretRowActions } from "./secret-row-actions";
import { SecretState } from "./secret-state";

type SecretPanelProps = {
  secrets: readonly SecretView[];
  events: readonly SecretEvent[];
  connectors: readonly ConnectorView[];
  canWrite: boolean;
  actions: SecretActions;
};

/** The secrets that sign queue tokens; their texts are never shown again. */
export function SecretPanel(props: SecretPanelProps) {
  const { secrets, events, connectors, canWrite, actions } = props;
  return (
    <Panel
      title="Secrets"
      description="Sign queue tokens. The waiting room and your connectors need the same secret."
      actions={
        canWrite && secrets.length > 0 ? (
          <GenerateSecret actions={actions} events={events} variant="secondary" />
        ) : null
      }
      flush
    >
      {secrets.length === 0 ? (
        <EmptyState
          icon={KeyRound}
          title="No secrets yet"
          action={
            canWrite ? <GenerateSecret actions={actions} events={[]} variant="primary" /> : null
          }
        >
          A secret proves to your site that a visitor has waited. Nobody can be admitted without
          one.
        </EmptyState>
      ) : (
        <>
          <DataTable
            caption="Secrets"
            columns={[
              ...COLUMNS,
              {
                key: "actions",
                header: "Actions",
                hideHeader: true,
                align: "end",
                cell: (secret) =>
                  canWrite ? (
                    <SecretRowActions secret={secret} connectors={connectors} actions={actions} />
                  ) : null,
              },
            ]}
            rows={secrets}
            rowKey={({ id }) => id}
          />
          <RotationGuide secrets={secrets} connectors={connectors} />
        </>
      )}
    </Panel>
  );
}

const COLUMNS: readonly DataColumn<SecretView>[] = [
  {
    key: "secret",
    header: "Secret",
    cell: ({ hint, keyId, event }) => (
      <div>
        <code className="font-mono text-xs whitespace-nowrap">••••••••{hint}</code>
        <p className="text-xs text-muted md:hidden">{event === null ? "All events" : event.name}</p>
        {keyId === null ? null : (
          <p className="text-xs whitespace-nowrap text-muted">
            key id <code className="font-mono">{keyId}</code>
          </p>
        )}
      </div>
    ),
  },
  {
    key: "scope",
    header: "Scope",
    wideOnly: true,
    cell: ({ event }) => (event === null ? "All events" : event.name),
  },
  { key: "state", header: "State", cell: ({ state }) => <SecretState state={state} /> },
  {
    key: "made",
    header: "Generated",
    wideOnly: true,
    cell: ({ createdAt }) => <Moment at={createdAt} className="text-muted" />,
  },
];
