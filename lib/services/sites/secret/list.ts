import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type SecretView, toSecretView, WITH_EVENT } from "./secret-view";

/** All secrets of the customer without their texts: those for all events before those of one event, then the active one, then the newest. */
export async function listSecrets(context: ServiceContext): Promise<readonly SecretView[]> {
  requirePermission(context, "secret:read");
  const rows = await db().secret.findMany({
    where: { customerId: context.customer.id },
    include: WITH_EVENT,
    orderBy: [
      { eventId: { sort: "asc", nulls: "first" } },
      { active: "desc" },
      { createdAt: "desc" },
      { id: "asc" },
    ],
  });
  return rows.map(toSecretView);
}
