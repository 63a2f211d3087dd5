import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { type ListedAddressList, SHOWN, toListedAddressList } from "./address-list-view";
import { getListOfCustomer } from "./inner/find-list";
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
      throw new ServiceError(
        "precondition_failed",
        `${before.name} is a manual list and has no feed.`,
      );
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
  });
}
