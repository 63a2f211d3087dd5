import Link from "next/link";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { Moment } from "@/components/shared/moment";
import type { WebhookView } from "@/lib/services/sites/webhook/webhook-view";
import { typesInWords } from "./type-groups";
import { WebhookState } from "./webhook-state";

const COLUMNS: readonly DataColumn<WebhookView>[] = [
  {
    key: "name",
    header: "Name",
    cell: ({ id, name, url }) => (
      <span className="flex max-w-72 min-w-0 flex-col">
        <Link href={`/webhooks/${id}`} className="link w-fit max-w-full font-medium break-words">
          {name}
        </Link>
        <span className="text-xs break-all text-muted">{new URL(url).host}</span>
      </span>
    ),
  },
  { key: "types", header: "Sends", wideOnly: true, cell: ({ types }) => typesInWords(types) },
  {
    key: "events",
    header: "Events",
    wideOnly: true,
    cell: ({ eventIds }) => eventIds?.join(", ") ?? "All",
  },
  {
    key: "created",
    header: "Created",
    wideOnly: true,
    cell: ({ createdAt }) => <Moment at={createdAt} className="text-muted" />,
  },
  {
    key: "state",
    header: "State",
    align: "end",
    cell: (webhook) => <WebhookState webhook={webhook} />,
  },
];

/** All webhooks of a customer, each with how it does. */
export function WebhookTable({ webhooks }: { webhooks: readonly WebhookView[] }) {
  return <DataTable caption="Webhooks" columns={COLUMNS} rows={webhooks} rowKey={({ id }) => id} />;
}
