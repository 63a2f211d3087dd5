import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type PushView, toPushView } from "./push-view";

/** Where the customer's config is sent and how that went; null when it is only pulled. */
export async function getPush(context: ServiceContext): Promise<PushView | null> {
  requirePermission(context, "publication:read");
  const row = await db().configPush.findUnique({ where: { customerId: context.customer.id } });
  return row && toPushView(row);
}
