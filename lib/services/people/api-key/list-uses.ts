import { readApiKeyUses } from "@/lib/line/commands/api-key-uses";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { readFromLine } from "@/lib/services/ground/line-redis";

/**
 * When each key of the customer was last used, by its id, in ISO 8601, UTC, to the minute. Only Redis knows: a key that it
 * has forgotten is not in it. Throws `unavailable` while it is away.
 */
export const listApiKeyUses = defineVerb(
  "api-key:read",
  noInput,
  async (context): Promise<Readonly<Record<string, string>>> => {
    const uses = await readFromLine((redis) => readApiKeyUses(redis, context.customer.wireId));
    return Object.fromEntries(
      [...uses].map(([apiKeyId, atMs]) => [apiKeyId, new Date(atMs).toISOString()]),
    );
  },
);
