import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import { requirePermission } from "@/lib/services/require-permission";
import { type SecretView, toSecretView } from "./secret-view";

/** All secrets of the customer without their texts: the active one first, then the newest. */
export async function listSecrets(context: ServiceContext): Promise<readonly SecretView[]> {
  requirePermission(context, "secret:read");
  const rows = await db().secret.findMany({
    where: { customerId: context.customer.id },
    orderBy: [{ active: "desc" }, { createdAt: "desc" }, { id: "asc" }],
  });
  return rows.map(toSecretView);
}
