import type { Db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";
import { WITH_LAST_DELIVERY } from "../channel-view";

/** Loads a channel of the caller's customer. Throws `not_found` for all others. */
export async function getChannelOfCustomer(
  database: Db,
  { customer }: ServiceContext,
  channelId: string,
) {
  const where = { id: channelId, customerId: customer.id };
  const row = await database.alertChannel.findFirst({ where, include: WITH_LAST_DELIVERY });
  if (row === null) throw notFound("alert channel");
  return row;
}

/** Loads a rule of the caller's customer. Throws `not_found` for all others. */
export async function getRuleOfCustomer(
  database: Db,
  { customer }: ServiceContext,
  alertRuleId: string,
) {
  const where = { id: alertRuleId, customerId: customer.id };
  const row = await database.alertRule.findFirst({ where });
  if (row === null) throw notFound("alert rule");
  return row;
}
