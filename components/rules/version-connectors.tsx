import { ConnectorState } from "@/components/connectors/connector-state";
import { Moment } from "@/components/shared/moment";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import type { ConnectorView } from "@/lib/services/sites/connector/connector-view";

type VersionConnectorsProps = {
  version: number;
  connectors: readonly ConnectorView[] | null;
};

/** Which connectors go by a version, as far as their last pull tells. */
export function VersionConnectors({ version, connectors }: VersionConnectorsProps) {
  const running = connectors?.filter(({ runsVersion }) => runsVersion === version) ?? [];
  return (
    <Panel
      title="Connectors running this version"
      description="As reported in the last week. Connectors fetch rules every five to ten minutes."
      flush
    >
      {connectors === null ? (
        <Notice tone="warning" role="status" className="m-4">
          Unavailable: Redis is not responding. Connectors keep using their current rules.
        </Notice>
      ) : null}
      {connectors !== null && running.length === 0 ? (
        <p className="p-4 text-sm text-muted">None.</p>
      ) : null}
      <ul className="divide-y divide-separator">
        {running.map((connector) => (
          <li
            key={connector.key}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 text-sm"
          >
            <div className="min-w-0">
              <p className="font-medium break-words">{connector.name || "Unknown"}</p>
              <p className="text-xs text-muted">
                {[connector.runtime, connector.network, connector.apiKeyName]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </div>
            <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
              <Moment at={connector.seenAt} />
              <ConnectorState state={connector.state} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
