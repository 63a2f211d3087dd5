import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type ListedAddressList, SHOWN, toListedAddressList } from "./address-list-view";
import { getListOfCustomer } from "./find-list";
import { type LoadListInput, loadListInput } from "./schemas";

/**
 * Has a worker load a feed within seconds, even where it did not change. With `takeShorter` the load counts where the
 * feed has become much shorter. Throws `precondition_failed` for a typed list.
 */
export async function loadAddressListNow(
  context: ServiceContext,
  rawInput: LoadListInput,
): Promise<ListedAddressList> {
  requirePermission(context, "address-list:write");
  const { listId, takeShorter } = loadListInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const before = await getListOfCustomer(tx, context, listId);
    if (before.kind !== "feed") {
      throw new ServiceError("precondition_failed", `${before.name} is typed: there is no feed.`);
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
      summary: `had the address list ${row.name} loaded${takeShorter ? ", however short" : ""}`,
      details: { key: row.key, url: row.url },
    });
    return toListedAddressList(row);
  });
}
