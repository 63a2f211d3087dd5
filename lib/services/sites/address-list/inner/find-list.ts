import type { Db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";
import { SHOWN, type ShownRow } from "../address-list-view";

/** Loads a list of the caller's customer without its bytes. Throws `not_found` for all others. */
export async function getListOfCustomer(
  database: Db,
  context: ServiceContext,
  listId: string,
): Promise<ShownRow & { readonly text: string | null }> {
  const row = await database.addressList.findFirst({
    where: { id: listId, customerId: context.customer.id },
    select: { ...SHOWN, text: true },
  });
  if (row === null) throw notFound("address list");
  return row;
}
