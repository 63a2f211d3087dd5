import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getListOfCustomer } from "./inner/find-list";
import { listIdInput } from "./schemas";

/** Deletes an address list. What names it finds nobody in it from then on. Throws `not_found`. */
export const deleteAddressList = defineChange(
  "address-list:write",
  listIdInput,
  async (tx, context, { listId }) => {
    await lockCustomer(tx, context);
    const row = await getListOfCustomer(tx, context, listId);
    await tx.addressList.delete({ where: { id: row.id } });
    await recordAudit(tx, context, {
      verb: "address-list.delete",
      subject: row.id,
      summary: `deleted the address list ${row.name}`,
      details: { key: row.key, kind: row.kind, url: row.url, entries: row.entries },
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
  },
);
