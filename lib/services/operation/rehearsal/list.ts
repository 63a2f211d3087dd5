import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type ListedRehearsal, toListed } from "./rehearsal-view";

const SHOWN = 100;

/** The customer's rehearsals without plans and outcomes, the newest first. */
export async function listRehearsals(context: ServiceContext): Promise<readonly ListedRehearsal[]> {
  requirePermission(context, "event:read");
  const rows = await db().rehearsal.findMany({
    where: { customerId: context.customer.id },
    omit: { plan: true, outcome: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: SHOWN,
  });
  return rows.map(toListed);
}
