import type { Metadata } from "next";
import { EditList } from "@/components/address-lists/edit-list";
import { PageHeader } from "@/components/shared/page-header";
import { getAddressList } from "@/lib/services/sites/address-list/get";
import { load, requireCaller } from "../../guard";
import { updateListAction } from "../actions";

export const metadata: Metadata = { title: "Address list" };

type AddressListPageProps = { params: Promise<{ listId: string }> };

export default async function AddressListPage({ params }: AddressListPageProps) {
  const { listId } = await params;
  const { context, can } = await requireCaller();
  const list = await load(getAddressList(context, { listId }));
  return (
    <>
      <PageHeader
        title={list.name}
        description={`Key: ${list.key}`}
        parent={{ label: "Address lists", href: "/address-lists" }}
      />
      <EditList
        key={list.version}
        list={list}
        canWrite={can("address-list:write")}
        update={updateListAction}
      />
    </>
  );
}
