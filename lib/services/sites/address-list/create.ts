import { newId } from "@/lib/platform/ids";
import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { limitExceeded, ServiceError } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { SHOWN, toListedAddressList } from "./address-list-view";
import { LISTS_MAX } from "./inner/list-limits";
import { feedColumns, requireRoom, typedColumns } from "./inner/store-contents";
import { createListInput } from "./schemas";

/**
 * Adds an address list; a worker loads a feed in the seconds after. Throws `invalid` with the line that is wrong,
 * `conflict` when the customer has a list of that key, and `limit_exceeded` beyond the bounds.
 */
export const createAddressList = defineChange(
  "address-list:write",
  createListInput,
  async (tx, context, { key, name, counts, contents }) => {
    const columns = contents.kind === "typed" ? typedColumns(contents.text) : feedColumns(contents);
    const customerId = context.customer.id;
    await lockCustomer(tx, context);
    if ((await tx.addressList.count({ where: { customerId } })) >= LISTS_MAX) {
      throw limitExceeded(`You can have up to ${LISTS_MAX} address lists.`);
    }
    if ((await tx.addressList.count({ where: { customerId, key } })) > 0) {
      const reason = `You already have a list with the key ${key}. Choose another.`;
      throw new ServiceError("conflict", reason, { fields: { key: reason } });
    }
    const row = await tx.addressList.create({
      data: { id: newId("addressList"), customerId, key, name, counts, ...columns },
      select: SHOWN,
    });
    await requireRoom(tx, customerId);
    await recordAudit(tx, context, {
      verb: "address-list.create",
      subject: row.id,
      summary: `created the address list ${row.name}`,
      details: { key, kind: row.kind, url: row.url, entries: row.entries },
    });
    await enqueueOutbox(tx, context, "customer", customerId);
    return toListedAddressList(row);
  },
);
