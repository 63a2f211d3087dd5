import { ListChecks } from "lucide-react";
import type { Metadata } from "next";
import { CreateList } from "@/components/address-lists/create-list";
import { ListTable } from "@/components/address-lists/list-table";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { Panel } from "@/components/shared/panel";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { listAddressLists } from "@/lib/services/sites/address-list/list";
import { requireCaller } from "../guard";
import { createListAction, deleteListAction, loadListAction } from "./actions";

export const metadata: Metadata = { title: "Address lists" };

export default async function AddressListsPage() {
  const { context, can } = await requireCaller();
  const lists = await listAddressLists(context);
  const canWrite = can("address-list:write");
  const add = canWrite ? <CreateList create={createListAction} /> : null;
  return (
    <>
      <PageHeader
        title="Address lists"
        description="IP addresses and ranges for access rules and scores."
        actions={lists.length === 0 ? null : add}
      />
      {lists.some(({ kind }) => kind === "feed") ? <RefreshEvery seconds={5} /> : null}
      <Panel flush>
        {lists.length === 0 ? (
          <EmptyState icon={ListChecks} title="No address lists yet" action={add}>
            Enter your own addresses, such as your offices, or load a list of data centres from a
            URL.
          </EmptyState>
        ) : (
          <ListTable
            lists={lists}
            canWrite={canWrite}
            load={loadListAction}
            remove={deleteListAction}
          />
        )}
      </Panel>
    </>
  );
}
