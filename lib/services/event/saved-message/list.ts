import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type SavedMessageView, toSavedMessageView } from "./saved-message-view";

/** The saved messages of the customer by name. */
export async function listSavedMessages(
  context: ServiceContext,
): Promise<readonly SavedMessageView[]> {
  requirePermission(context, "event:read");
  const saved = await db().savedMessage.findMany({
    where: { customerId: context.customer.id },
    orderBy: { name: "asc" },
  });
  return saved.map(toSavedMessageView);
}
