import type { Db } from "@/lib/db/client";
import type { Rehearsal } from "@/lib/db/generated/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";

/** Loads a rehearsal of the caller's customer. Throws `not_found` for all others. */
export async function getRehearsalOfCustomer(
  database: Db,
  context: ServiceContext,
  id: string,
): Promise<Rehearsal> {
  const row = await database.rehearsal.findFirst({
    where: { id, customerId: context.customer.id },
  });
  if (row === null) throw notFound("rehearsal");
  return row;
}
