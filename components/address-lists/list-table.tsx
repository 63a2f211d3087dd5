"use client";

import Link from "next/link";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { type DataColumn, DataTable } from "@/components/shared/data-table";
import { Moment } from "@/components/shared/moment";
import type { Action } from "@/lib/http/action-result";
import type { ListedAddressList } from "@/lib/services/sites/address-list/address-list-view";
import type { ListIdInput, LoadListInput } from "@/lib/services/sites/address-list/schemas";
import { ListCount, ListState } from "./list-state";
import { LoadNow } from "./load-now";

type ListTableProps = {
  lists: readonly ListedAddressList[];
  canWrite: boolean;
  load: Action<LoadListInput, unknown>;
  remove: Action<ListIdInput, unknown>;
};

/** All address lists of a customer, each with its count, its date and what went wrong. */
export function ListTable({ lists, canWrite, load, remove }: ListTableProps) {
  const actions: DataColumn<ListedAddressList> = {
    key: "actions",
    header: "Actions",
    hideHeader: true,
    align: "end",
    cell: (list) => (
      <div className="flex flex-wrap justify-end gap-1">
        {list.kind === "feed" ? <LoadNow list={list} load={load} /> : null}
        <ConfirmButton
          trigger="Delete"
          triggerLabel={`Delete ${list.name}`}
          triggerVariant="ghost"
          title={`Delete ${list.name}?`}
          confirm="Delete list"
          run={() => remove({ listId: list.id })}
        >
          Access rules and scores that use “{list.key}” will no longer match.
        </ConfirmButton>
      </div>
    ),
  };
  return (
    <DataTable
      caption="Address lists"
      columns={canWrite ? [...COLUMNS, actions] : COLUMNS}
      rows={lists}
      rowKey={({ id }) => id}
    />
  );
}

const COLUMNS: readonly DataColumn<ListedAddressList>[] = [
  {
    key: "name",
    header: "Name",
    cell: (list) => (
      <span className="flex max-w-72 min-w-0 flex-col">
        <Link
          href={`/address-lists/${list.id}`}
          className="link w-fit max-w-full font-medium break-words"
        >
          {list.name}
        </Link>
        <code className="text-xs break-all text-muted">{list.key}</code>
        {list.url === null ? null : (
          <span className="text-xs break-all text-muted">{new URL(list.url).host}</span>
        )}
        {list.counts ? <span className="text-xs text-muted">included in score</span> : null}
        <span className="mt-1 md:hidden">
          <ListState list={list} />
        </span>
      </span>
    ),
  },
  { key: "count", header: "Entries", cell: (list) => <ListCount list={list} /> },
  { key: "state", header: "State", wideOnly: true, cell: (list) => <ListState list={list} /> },
  {
    key: "loadedAt",
    header: "As of",
    wideOnly: true,
    cell: ({ loadedAt }) =>
      loadedAt === null ? <span className="text-muted">never</span> : <Moment at={loadedAt} />,
  },
];
