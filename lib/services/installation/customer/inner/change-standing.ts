import type { Tx } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { enqueueEvents } from "@/lib/services/ground/enqueue";

/**
 * Puts how the customer stands now into force at all events. Each gets a new version, which the line needs to
 * take settings; `updatedAt` stays, by which the worker knows which schedules have begun since.
 */
export async function putStandingIntoForce(tx: Tx, context: ServiceContext): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Event" SET "settingsVersion" = "settingsVersion" + 1
    WHERE "customerId" = ${context.customer.id}`;
  await enqueueEvents(tx, context);
}
