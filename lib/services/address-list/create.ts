import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { lockCustomer } from "@/lib/services/lock-customer";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type ListedAddressList, SHOWN, toListedAddressList } from "./address-list-view";
import { LISTS_MAX } from "./list-limits";
import { type CreateListInput, createListInput } from "./schemas";
import { feedColumns, requireRoom, typedColumns } from "./store-contents";

/**
 * Adds an address list; a worker loads a feed in the seconds after. Throws `invalid` with the line that is wrong,
 * `conflict` when the customer has a list of that key, and `limit_exceeded` beyond the bounds.
 */
export async function createAddressList(
  context: ServiceContext,
  rawInput: CreateListInput,
): Promise<ListedAddressList> {
  requirePermission(context, "address-list:write");
  const { key, name, contents } = createListInput.parse(rawInput);
  const columns = contents.kind === "typed" ? typedColumns(contents.text) : feedColumns(contents);
  const customerId = context.customer.id;
  return withTransaction(context, async (tx) => {
    await lockCustomer(tx, context);
    if ((await tx.addressList.count({ where: { customerId } })) >= LISTS_MAX) {
      throw new ServiceError("limit_exceeded", `A customer may have ${LISTS_MAX} address lists.`);
    }
    if ((await tx.addressList.count({ where: { customerId, key } })) > 0) {
      const reason = `You already have a list with the key ${key}. Choose another.`;
      throw new ServiceError("conflict", reason, { fields: { key: reason } });
    }
    const row = await tx.addressList.create({
      data: { id: newId("addressList"), customerId, key, name, ...columns },
      select: SHOWN,
    });
    await requireRoom(tx, customerId);
    await recordAudit(tx, context, {
      verb: "address-list.create",
      subject: row.id,
      summary: `made the address list ${row.name}`,
      details: { key, kind: row.kind, url: row.url, entries: row.entries },
    });
    await enqueueOutbox(tx, context, "customer", customerId);
    return toListedAddressList(row);
  });
}
