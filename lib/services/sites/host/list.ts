import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type HostView, toHostView } from "./host-view";

/** The customer's own hosts, by name. */
export async function listHosts(context: ServiceContext): Promise<readonly HostView[]> {
  requirePermission(context, "customer:read");
  const rows = await db().customerHost.findMany({
    where: { customerId: context.customer.id },
    orderBy: { host: "asc" },
  });
  return rows.map(toHostView);
}
