import { readApiKeyUses } from "@/lib/line/commands/api-key-uses";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { requirePermission } from "@/lib/services/ground/require-permission";

/**
 * When each key of the customer was last used, by its id, in ISO 8601, UTC, to the minute. Only Redis knows: a key that it
 * has forgotten is not in it. Throws `unavailable` while it is away.
 */
export async function listApiKeyUses(
  context: ServiceContext,
): Promise<Readonly<Record<string, string>>> {
  requirePermission(context, "api-key:read");
  const uses = await readFromLine((redis) => readApiKeyUses(redis, context.customer.wireId));
  return Object.fromEntries(
    [...uses].map(([apiKeyId, atMs]) => [apiKeyId, new Date(atMs).toISOString()]),
  );
}
