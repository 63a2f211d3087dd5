import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import { requirePermission } from "@/lib/services/require-permission";
import { eventsAtWork } from "./list";
import { lanesOf } from "./to-settings";

/** What a choice of events needs of each. */
export type EventName = {
  readonly eventId: string;
  readonly name: string;
  readonly isOpen: boolean;
  /** In their order. */
  readonly lanes: readonly { readonly key: string; readonly name: string }[];
};

/** The events of `listEvents`, in its order, with no more of each than a choice of events shows. */
export async function listEventNames(context: ServiceContext): Promise<readonly EventName[]> {
  requirePermission(context, "event:read");
  const events = await db().event.findMany({
    ...eventsAtWork(context),
    select: { wireId: true, name: true, status: true, lanes: true },
  });
  return events.map(({ wireId, name, status, lanes }) => ({
    eventId: wireId,
    name,
    isOpen: status === "open",
    lanes: lanesOf({ lanes }).lanes.map(({ key, name: label }) => ({ key, name: label })),
  }));
}
