"use client";

import { KeyRound } from "lucide-react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { Panel } from "@/components/shared/panel";
import type { AwsApiView } from "@/lib/services/sites/aws-api/aws-api-view";
import { AddClient, type ClientEvent, EditClient, type SaveClient } from "./client-form";

type Client = AwsApiView["clients"][number];

type AwsClientPanelProps = {
  clients: readonly Client[];
  events: readonly ClientEvent[];
  canWrite: boolean;
  save: SaveClient;
};

/** The programs that sign visitors in by OpenID Connect. */
export function AwsClientPanel({ clients, events, canWrite, save }: AwsClientPanelProps) {
  const free = events.filter(({ eventId }) => clients.every((one) => one.eventId !== eventId));
  const add = (variant: "primary" | "secondary") =>
    canWrite && free.length > 0 ? <AddClient {...{ events: free, save, variant }} /> : null;
  const columns: readonly DataColumn<Client>[] = [
    {
      key: "client",
      header: "Client ID",
      cell: ({ eventId }) => <code className="font-mono text-xs break-all">{eventId}</code>,
    },
    {
      key: "uris",
      header: "Redirect URIs",
      cell: ({ redirectUris }) => (
        <ul className="flex flex-col gap-1">
          {redirectUris.map((uri) => (
            <li key={uri} className="font-mono text-xs break-all">
              {uri}
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      align: "end",
      hideHeader: true,
      cell: (client) =>
        canWrite ? (
          <div className="flex flex-wrap justify-end gap-2">
            <EditClient {...{ client, save }} />
            <DeleteClient {...{ client, save }} />
          </div>
        ) : null,
    },
  ];
  return (
    <Panel
      title="OpenID Connect clients"
      description="Programs that sign in visitors once they are admitted. The client ID is the event ID."
      actions={clients.length > 0 ? add("secondary") : null}
      flush
    >
      {clients.length === 0 ? (
        <EmptyState icon={KeyRound} title="No clients" action={add("primary")}>
          Add one for each event whose site signs visitors in with OpenID Connect.
        </EmptyState>
      ) : (
        <DataTable
          caption="OpenID Connect clients"
          columns={columns}
          rows={clients}
          rowKey={({ eventId }) => eventId}
          isPlain={!canWrite}
        />
      )}
    </Panel>
  );
}

function DeleteClient({ client: { eventId }, save }: { client: Client; save: SaveClient }) {
  return (
    <ConfirmButton
      trigger="Delete"
      triggerVariant="danger-soft"
      triggerLabel={`Delete the client ${eventId}`}
      title={`Delete the client ${eventId}?`}
      confirm="Delete client"
      run={() => save({ eventId, redirectUris: [] })}
    >
      Its site can no longer sign visitors in. Tokens it already has stay valid until they expire.
    </ConfirmButton>
  );
}
