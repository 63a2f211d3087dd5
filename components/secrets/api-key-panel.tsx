"use client";

import { FileKey2 } from "lucide-react";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import type { Action } from "@/lib/http/action-result";
import type { ApiKeyView } from "@/lib/services/api-key/api-key-view";
import type { ApiKeyIdInput, CreateApiKeyInput } from "@/lib/services/api-key/schemas";
import { ApiKeyState } from "./api-key-state";
import { CreateApiKey } from "./create-api-key";

type ApiKeyPanelProps = {
  apiKeys: readonly ApiKeyView[];
  canWrite: boolean;
  create: Action<CreateApiKeyInput, { readonly text: string }>;
  revoke: Action<ApiKeyIdInput, unknown>;
};

/** The keys with which connectors pull the published rules. */
export function ApiKeyPanel({ apiKeys, canWrite, create, revoke }: ApiKeyPanelProps) {
  const columns: readonly DataColumn<ApiKeyView>[] = [
    {
      key: "name",
      header: "Name",
      cell: ({ name }) => <span className="font-medium">{name}</span>,
    },
    {
      key: "key",
      header: "Key",
      cell: ({ prefix }) => <code className="font-mono text-xs whitespace-nowrap">{prefix}…</code>,
    },
    {
      key: "made",
      header: "Created",
      wideOnly: true,
      cell: ({ createdAt }) => <Moment at={createdAt} className="text-muted" />,
    },
    {
      key: "actions",
      header: "State",
      align: "end",
      cell: (apiKey) => <ApiKeyState apiKey={apiKey} canWrite={canWrite} revoke={revoke} />,
    },
  ];
  return (
    <Panel
      title="API keys"
      description="Let a connector pull the published rules. Only a fingerprint is stored."
      actions={
        canWrite && apiKeys.length > 0 ? <CreateApiKey create={create} variant="secondary" /> : null
      }
      flush
    >
      {apiKeys.length === 0 ? (
        <EmptyState
          icon={FileKey2}
          title="No API key yet"
          action={canWrite ? <CreateApiKey create={create} variant="primary" /> : null}
        >
          A connector needs a key to pull your rules. Make one for each site, so that each can be
          revoked alone.
        </EmptyState>
      ) : (
        <DataTable caption="API keys" columns={columns} rows={apiKeys} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}
