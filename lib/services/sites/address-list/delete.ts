import type { ServiceContext } from "@/lib/services/ground/context";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { getListOfCustomer } from "./inner/find-list";
import { type ListIdInput, listIdInput } from "./schemas";

/** Deletes an address list. What names it finds nobody in it from then on. Throws `not_found`. */
export async function deleteAddressList(
  context: ServiceContext,
  rawInput: ListIdInput,
): Promise<void> {
  requirePermission(context, "address-list:write");
  const { listId } = listIdInput.parse(rawInput);
  await withTransaction(context, async (tx) => {
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
  });
}
