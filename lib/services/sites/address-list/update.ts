import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { conflict, invalidField } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { SHOWN, type ShownRow, toListedAddressList } from "./address-list-view";
import { getListOfCustomer } from "./inner/find-list";
import { feedColumns, requireRoom, typedColumns } from "./inner/store-contents";
import { type ListContents, updateListInput } from "./schemas";

/**
 * Changes a list; its key and its kind stay. A feed keeps its entries until those of its new address are there. Throws
 * `conflict` when somebody changed it since `seenVersion`, and what `createAddressList` throws.
 */
export const updateAddressList = defineChange(
  "address-list:write",
  updateListInput,
  async (tx, context, { listId, seenVersion, name, counts, contents }) => {
    await lockCustomer(tx, context);
    const before = await getListOfCustomer(tx, context, listId);
    if (before.version !== seenVersion) {
      throw conflict(`Someone else changed ${before.name}. Review their changes and try again.`);
    }
    const row = await tx.addressList.update({
      where: { id: before.id },
      data: { name, counts, ...changedColumns(before, contents), version: before.version + 1 },
      select: SHOWN,
    });
    await requireRoom(tx, context.customer.id);
    await recordAudit(tx, context, {
      verb: "address-list.update",
      subject: row.id,
      summary: `changed the address list ${row.name}`,
      details: {
        key: row.key,
        before: { name: before.name, url: before.url, entries: before.entries },
        after: { name: row.name, url: row.url, entries: row.entries },
      },
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return toListedAddressList(row);
  },
);

function changedColumns(before: ShownRow, contents: ListContents) {
  if (before.kind !== contents.kind) {
    throw invalidField(
      "contents.kind",
      "A list can't switch between manual and feed. Create a new list.",
    );
  }
  if (contents.kind === "typed") return typedColumns(contents.text);
  const columns = feedColumns(contents);
  if (columns.url === before.url) return columns;
  // Of another address nothing is known: neither what it answered nor how long its list is.
  return { ...columns, etag: null, lastModified: null, takeShorter: true, failures: 0 };
}
