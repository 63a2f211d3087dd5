import { isDeepStrictEqual } from "node:util";
import { db } from "@/lib/db/client";
import { readCustomerHosts, writeCustomerHosts } from "@/lib/line/commands/customer-hosts";
import type { Redis } from "@/lib/line/redis-client";

/**
 * Tells the waiting rooms all verified hosts, where they know others; also after Redis has lost them. Of customers who
 * are being deleted there is none.
 */
export async function publishHosts(redis: Redis): Promise<"written" | "same"> {
  const rows = await db().customerHost.findMany({
    where: { verifiedHost: { not: null }, customer: { deletingAt: null } },
    select: { host: true, customer: { select: { wireId: true } } },
  });
  const hosts = new Map(rows.map(({ host, customer }) => [host, customer.wireId]));
  if (isDeepStrictEqual(await readCustomerHosts(redis), hosts)) return "same";
  await writeCustomerHosts(redis, hosts);
  return "written";
}
