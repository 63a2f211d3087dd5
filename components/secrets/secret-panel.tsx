"use client";

import { Chip } from "@heroui/react";
import { KeyRound } from "lucide-react";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import type { SecretView } from "@/lib/services/secret/secret-view";
import { GenerateSecret } from "./generate-secret";
import type { SecretActions } from "./secret-actions";
import { SecretRowActions } from "./secret-row-actions";

type SecretPanelProps = {
  secrets: readonly SecretView[];
  canWrite: boolean;
  actions: SecretActions;
};

/** The secrets that sign queue tokens; their texts are never shown again. */
export function SecretPanel({ secrets, canWrite, actions }: SecretPanelProps) {
  const columns: readonly DataColumn<SecretView>[] = [
    {
      key: "secret",
      header: "Secret",
      cell: ({ hint }) => (
        <code className="font-mono text-xs whitespace-nowrap">••••••••{hint}</code>
      ),
    },
    {
      key: "state",
      header: "State",
      cell: ({ isActive }) => (
        <Chip size="sm" variant="soft" color={isActive ? "success" : "default"}>
          {isActive ? "Active: signs" : "Accepted only"}
        </Chip>
      ),
    },
    {
      key: "made",
      header: "Generated",
      wideOnly: true,
      cell: ({ createdAt }) => <Moment at={createdAt} className="text-muted" />,
    },
    {
      key: "actions",
      header: "Actions",
      hideHeader: true,
      align: "end",
      cell: (secret) => (canWrite ? <SecretRowActions secret={secret} actions={actions} /> : null),
    },
  ];
  return (
    <Panel
      title="Secrets"
      description="Sign queue tokens. The waiting room and your connectors must hold the same one."
      actions={
        canWrite && secrets.length > 0 ? (
          <GenerateSecret actions={actions} variant="secondary" />
        ) : null
      }
      flush
    >
      {secrets.length === 0 ? (
        <EmptyState
          icon={KeyRound}
          title="No secret yet"
          action={canWrite ? <GenerateSecret actions={actions} variant="primary" /> : null}
        >
          Nobody can be let in before there is a secret: it proves to your site that a visitor has
          waited.
        </EmptyState>
      ) : (
        <DataTable caption="Secrets" columns={columns} rows={secrets} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}
