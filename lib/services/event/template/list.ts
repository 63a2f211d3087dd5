import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type EventTemplateView, toTemplateView } from "./template-view";

/** The templates of the customer by name. */
export async function listTemplates(
  context: ServiceContext,
): Promise<readonly EventTemplateView[]> {
  requirePermission(context, "event:read");
  const templates = await db().eventTemplate.findMany({
    where: { customerId: context.customer.id },
    orderBy: { name: "asc" },
  });
  return templates.map(toTemplateView);
}
