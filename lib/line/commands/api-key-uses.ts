import { apiKeyUsesKey } from "../keys";
import type { Redis } from "../redis-client";

export type ApiKeyUse = { readonly apiKeyId: string; readonly atMs: number };

/** Notes that a key was shown and taken, at this moment of the wall's clock. */
export async function noteApiKeyUse(
  redis: Redis,
  customerId: string,
  { apiKeyId, atMs }: ApiKeyUse,
): Promise<void> {
  await redis.hset(apiKeyUsesKey(customerId), apiKeyId, atMs);
}

/** When each key of a customer was last used, by its id, as far as Redis remembers. */
export async function readApiKeyUses(
  redis: Redis,
  customerId: string,
): Promise<ReadonlyMap<string, number>> {
  const uses = Object.entries(await redis.hgetall(apiKeyUsesKey(customerId)));
  return new Map(uses.map(([apiKeyId, atMs]) => [apiKeyId, Number(atMs)]));
}
