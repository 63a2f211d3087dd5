import type { Db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";
import { WITH_EVENT } from "../threshold-view";

/** Loads a threshold of the caller's customer. Throws `not_found` for all others. */
export async function getThresholdOfCustomer(
  database: Db,
  { customer }: ServiceContext,
  thresholdId: string,
) {
  const where = { id: thresholdId, customerId: customer.id };
  const row = await database.threshold.findFirst({ where, include: WITH_EVENT });
  if (row === null) throw notFound("threshold");
  return row;
}
