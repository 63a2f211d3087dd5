import type { Db } from "@/lib/db/client";
import type { ApiKey } from "@/lib/db/generated/client";
import { scopesOf } from "@/lib/domain/api-key/scopes";
import { PERMISSIONS } from "@/lib/domain/permissions/roles";
import type { ContextCustomer, ServiceContext } from "@/lib/services/ground/context";

/** What a program may do that shows a key. Whether the key is good is for the caller to say. */
export function contextOfKey(
  { id, name, permissions, eventIds, createdBy }: ApiKey,
  customer: ContextCustomer,
): ServiceContext {
  return {
    customer,
    actor: { type: "api-key", id, name },
    permissions: new Set(PERMISSIONS.filter((one) => permissions.includes(one))),
    ...(createdBy === null ? {} : { keyMaker: createdBy }),
    ...(eventIds.length === 0 ? {} : { eventIds: new Set(eventIds) }),
  };
}

/** Whether a key may still be used through the API. */
export function isKeyInForce({ revokedAt, expiresAt, scopes }: ApiKey, now = new Date()): boolean {
  const isOver = revokedAt !== null || (expiresAt !== null && expiresAt <= now);
  return !isOver && scopesOf(scopes).includes("api");
}

/** Who made each key of a customer, by the key's id; null: nobody who is known. */
export async function makersOfKeys(
  database: Db,
  customerId: string,
): Promise<ReadonlyMap<string, string | null>> {
  const where = { customerId };
  const keys = await database.apiKey.findMany({ where, select: { id: true, createdBy: true } });
  return new Map(keys.map(({ id, createdBy }) => [id, createdBy]));
}
