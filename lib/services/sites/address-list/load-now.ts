import { defineChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { SHOWN, toListedAddressList } from "./address-list-view";
import { getListOfCustomer } from "./inner/find-list";
import { loadListInput } from "./schemas";

/**
 * Has a worker load a feed within seconds, even where it did not change. With `takeShorter` the load counts where the
 * feed has become much shorter. Throws `precondition_failed` for a typed list.
 */
export const loadAddressListNow = defineChange(
  "address-list:write",
  loadListInput,
  async (tx, context, { listId, takeShorter }) => {
    const before = await getListOfCustomer(tx, context, listId);
    if (before.kind !== "feed") {
      throw preconditionFailed(`${before.name} is a manual list and has no feed.`);
    }
    const row = await tx.addressList.update({
      where: { id: before.id },
      data: {
        dueAt: new Date(),
        etag: null,
        lastModified: null,
        ...(takeShorter ? { takeShorter } : {}),
      },
      select: SHOWN,
    });
    await recordAudit(tx, context, {
      verb: "address-list.load-now",
      subject: row.id,
      summary: `loaded the address list ${row.name}${takeShorter ? ", accepting a shorter list" : ""}`,
      details: { key: row.key, url: row.url },
    });
    return toListedAddressList(row);
  },
);
