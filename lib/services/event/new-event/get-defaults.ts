import { db } from "@/lib/db/client";
import type { NewEventDefaults } from "@/lib/domain/event/new-event-defaults";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { readDefaults } from "./inner/read-defaults";

/** What the customer's new events begin with. */
export async function getNewEventDefaults(context: ServiceContext): Promise<NewEventDefaults> {
  requirePermission(context, "customer:read");
  return readDefaults(db(), context);
}
