import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Lanes } from "@/lib/domain/lane/lane";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { sharedReads } from "@/lib/services/ground/shared-reads";

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

type NamedRow = {
  readonly eventId: string;
  readonly name: string;
  readonly isOpen: boolean;
  readonly lanes: Prisma.JsonValue;
};

/** Of their settings only the lanes are read, which are a small part of them. */
async function readNames({ customer }: ServiceContext): Promise<readonly EventName[]> {
  const rows = await db().$queryRaw<NamedRow[]>`
    SELECT "wireId" AS "eventId", "name", "status" = 'open' AS "isOpen", "settings"->'lanes' AS "lanes"
    FROM "Event" WHERE "customerId" = ${customer.id}
      AND "testOf" IS NULL AND "archivedAt" IS NULL AND "deletingAt" IS NULL
    ORDER BY "createdAt" DESC, "id" DESC`;
  return rows.map(({ lanes, ...row }) => ({
    ...row,
    lanes: lanesIn(lanes).map(({ key, name }) => ({ key, name })),
  }));
}

function lanesIn(stored: Prisma.JsonValue): Lanes["lanes"] {
  return settingsOf({ settings: stored === null ? {} : { lanes: stored } }, "lanes").lanes.lanes;
}
