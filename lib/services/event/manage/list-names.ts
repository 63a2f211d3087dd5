import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { sharedReads } from "@/lib/services/ground/shared-reads";
import { eventsAtWork } from "./list";

/** What a choice of events needs of each. */
export type EventName = {
  readonly eventId: string;
  readonly name: string;
  readonly isOpen: boolean;
  /** In their order. */
  readonly lanes: readonly { readonly key: string; readonly name: string }[];
};

const KEPT_MS = 10_000;
/** Of so many customers at once: a thousand events take a few hundred kilobytes. */
const HELD_MAX = 100;

type HeldNames = { readonly customerId: string; readonly names: readonly EventName[] };

const reads = sharedReads<HeldNames>("event-names", {
  keptMs: KEPT_MS,
  heldMax: HELD_MAX,
  tagsOf: ({ customerId }) => [customerId],
});

/**
 * The events at work, the newest first, with no more of each than a choice of events shows. Changes of this process are
 * seen at once, those of others within ten seconds.
 */
export async function listEventNames(context: ServiceContext): Promise<readonly EventName[]> {
  requirePermission(context, "event:read");
  const { id: customerId } = context.customer;
  const read = async () => ({ customerId, names: await readNames(context) });
  return (await reads.get(customerId, read)).names;
}

async function readNames(context: ServiceContext): Promise<readonly EventName[]> {
  const events = await db().event.findMany({
    ...eventsAtWork(context),
    select: { wireId: true, name: true, status: true, settings: true },
  });
  return events.map(({ wireId, name, status, ...row }) => ({
    eventId: wireId,
    name,
    isOpen: status === "open",
    lanes: settingsOf(row, "lanes").lanes.lanes.map(({ key, name: label }) => ({
      key,
      name: label,
    })),
  }));
}
