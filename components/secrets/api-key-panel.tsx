"use client";

import { FileKey2 } from "lucide-react";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { Moment } from "@/components/shared/moment";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import type { Action } from "@/lib/http/action-result";
import type { ApiKeyView } from "@/lib/services/people/api-key/api-key-view";
import type { ApiKeyIdInput, CreateApiKeyInput } from "@/lib/services/people/api-key/schemas";
import { ApiKeyState } from "./api-key-state";
import { CreateApiKey } from "./create-api-key";

type ApiKeyPanelProps = {
  apiKeys: readonly ApiKeyView[];
  /** By key id; null while nobody can say. */
  lastUses: Readonly<Record<string, string>> | null;
  canWrite: boolean;
  create: Action<CreateApiKeyInput, { readonly text: string }>;
  revoke: Action<ApiKeyIdInput, unknown>;
};

/** The keys with which connectors pull the published rules. */
export function ApiKeyPanel(props: ApiKeyPanelProps) {
  const { apiKeys, lastUses, canWrite, create, revoke } = props;
  const columns: readonly DataColumn<ApiKeyView>[] = [
    {
      key: "name",
      header: "Name",
      cell: ({ name, prefix }) => (
        <>
          <span className="font-medium">{name}</span>
          <code className="block font-mono text-xs text-muted md:hidden">{prefix}…</code>
        </>
      ),
    },
    {
      key: "key",
      header: "Key",
      wideOnly: true,
      cell: ({ prefix }) => <code className="font-mono text-xs whitespace-nowrap">{prefix}…</code>,
    },
    {
      key: "scopes",
      header: "Permissions",
      cell: ({ scopes }) => <span className="text-sm">{scopes.join(", ")}</span>,
    },
    {
      key: "used",
      header: "Last used",
      cell: ({ id }) => <LastUse at={lastUses?.[id]} isKnown={lastUses !== null} />,
    },
    {
      key: "expires",
      header: "Expires",
      wideOnly: true,
      cell: ({ expiresAt }) =>
        expiresAt === null ? (
          <span className="text-muted">never</span>
        ) : (
          <Moment at={expiresAt} className="text-muted" />
        ),
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
      description="For connectors that fetch rules and for your own integrations. Only a hash is stored."
      actions={
        canWrite && apiKeys.length > 0 ? <CreateApiKey create={create} variant="secondary" /> : null
      }
      flush
    >
      {apiKeys.length === 0 ? (
        <EmptyState
          icon={FileKey2}
          title="No API keys yet"
          action={canWrite ? <CreateApiKey create={create} variant="primary" /> : null}
        >
          Connectors need a key to fetch your rules. Create one per site so you can revoke them
          separately.
        </EmptyState>
      ) : (
        <>
          <UnscopedNotice apiKeys={apiKeys} />
          <DataTable caption="API keys" columns={columns} rows={apiKeys} rowKey={({ id }) => id} />
        </>
      )}
    </Panel>
  );
}

type LastUseProps = { at: string | undefined; isKnown: boolean };

function LastUse({ at, isKnown }: LastUseProps) {
  if (at !== undefined) return <Moment at={at} className="text-muted" />;
  return <span className="text-muted">{isKnown ? "no use seen" : "not known right now"}</span>;
}

/** Keys of before there were scopes lost what they could do besides pulling. */
function UnscopedNotice({ apiKeys }: { apiKeys: readonly ApiKeyView[] }) {
  const names = apiKeys
    .filter(({ isUnscoped, revokedAt }) => isUnscoped && revokedAt === null)
    .map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Notice tone="warning" className="mx-4 mb-3">
      {names.join(", ")}: created before keys had scopes, so it can only fetch rules. To report
      visitors or manage stock, grants or inlets, create a new key.
    </Notice>
  );
}
