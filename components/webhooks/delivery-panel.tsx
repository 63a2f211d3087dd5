import { Send } from "lucide-react";
import Link from "next/link";
import { ButtonLink } from "@/components/shared/button-link";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import { DELIVERY_STATES } from "@/lib/domain/webhook/delivery-state";
import type { Action } from "@/lib/http/action-result";
import type { PageOf } from "@/lib/services/ground/keyset";
import type { DeliveryView } from "@/lib/services/sites/webhook/delivery-view";
import { DeliveryState, STATE_WORDS } from "./delivery-state";
import { ReplayRange } from "./replay-range";

type State = (typeof DELIVERY_STATES)[number] | null;

type DeliveryPanelProps = {
  endpointId: string;
  page: PageOf<DeliveryView>;
  /** Null: all. */
  state: State;
  canWrite: boolean;
  replayRange: Action<
    { endpointId: string; from: string; until: string },
    { readonly messages: number }
  >;
};

/** The delivery log of a webhook, with what is pending. */
export function DeliveryPanel(props: DeliveryPanelProps) {
  const { endpointId, page, state, canWrite, replayRange } = props;
  const pathOf = (query: Readonly<Record<string, string>>) =>
    `/webhooks/${endpointId}?${new URLSearchParams(query)}`;
  const stateQuery = state === null ? {} : { state };
  return (
    <Panel
      title="Deliveries"
      description="Last 30 days"
      actions={canWrite ? <ReplayRange endpointId={endpointId} replay={replayRange} /> : null}
      flush
    >
      <nav aria-label="State" className="flex flex-wrap gap-1 border-b border-separator px-4 py-2">
        {[null, ...DELIVERY_STATES].map((one) => (
          <ButtonLink
            key={one ?? "all"}
            href={pathOf(one === null ? {} : { state: one })}
            variant={one === state ? "secondary" : "ghost"}
            size="sm"
            isCurrent={one === state}
          >
            {one === null ? "All" : STATE_WORDS[one]}
          </ButtonLink>
        ))}
      </nav>
      {page.items.length === 0 ? (
        <EmptyState icon={Send} title="No deliveries">
          Messages are listed here from now on. Send a test to check the connection.
        </EmptyState>
      ) : (
        <DataTable
          caption="Deliveries"
          columns={columnsOf(endpointId)}
          rows={page.items}
          rowKey={({ id }) => id}
        />
      )}
      {page.nextCursor === null ? null : (
        <div className="border-t border-separator p-2 text-center">
          <ButtonLink
            href={pathOf({ ...stateQuery, before: page.nextCursor })}
            variant="ghost"
            size="sm"
          >
            Older
          </ButtonLink>
        </div>
      )}
    </Panel>
  );
}

function columnsOf(endpointId: string): readonly DataColumn<DeliveryView>[] {
  return [
    {
      key: "summary",
      header: "Message",
      cell: ({ id, summary, type, isReplay }) => (
        <span className="flex min-w-0 flex-col">
          <Link
            href={`/webhooks/${endpointId}/deliveries/${id}`}
            className="link w-fit max-w-full break-words"
          >
            {summary}
          </Link>
          <span className="text-xs text-muted">
            <code className="font-mono">{type}</code>
            {isReplay ? " · resent" : ""}
          </span>
        </span>
      ),
    },
    {
      key: "happened",
      header: "Time",
      wideOnly: true,
      cell: ({ happenedAt }) => <Moment at={happenedAt} className="text-muted" />,
    },
    {
      key: "answer",
      header: "Last response",
      wideOnly: true,
      cell: ({ status, problem }) => (
        <span className="text-sm text-muted">{status ?? problem ?? "–"}</span>
      ),
    },
    {
      key: "state",
      header: "State",
      align: "end",
      cell: (delivery) => <DeliveryState delivery={delivery} />,
    },
  ];
}
