import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";

/** True once anybody was admitted to any event of the customer, in whatever way. */
export async function hasAnyAdmission(context: ServiceContext): Promise<boolean> {
  requirePermission(context, "event:read");
  const admission = await db().admission.findFirst({
    where: { run: { event: { customerId: context.customer.id } } },
    select: { id: true },
  });
  return admission !== null;
}
