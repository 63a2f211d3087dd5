import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type ApiKeyView, toApiKeyView } from "./api-key-view";

/** All keys of the customer without their texts, the newest first, revoked ones included. */
export async function listApiKeys(context: ServiceContext): Promise<readonly ApiKeyView[]> {
  requirePermission(context, "api-key:read");
  const rows = await db().apiKey.findMany({
    where: { customerId: context.customer.id },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
  return rows.map(toApiKeyView);
}
