import { db } from "@/lib/db/client";
import { readPulls } from "@/lib/line/commands/pulls";
import { redisTimeMs } from "@/lib/line/redis-time";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { latestPublication } from "@/lib/services/sites/publication/draft";
import { type ConnectorView, toConnectorView } from "./connector-view";

/**
 * Who pulled the customer's config within the last week, the latest first. Only Redis knows; throws
 * `unavailable` while it is away.
 */
export const listConnectors = defineVerb(
  "publication:read",
  noInput,
  async (context): Promise<readonly ConnectorView[]> => {
    const apiKeys = await db().apiKey.findMany({
      where: { customerId: context.customer.id },
      select: { id: true, name: true, revokedAt: true },
    });
    const latest = await latestPublication(db(), context);
    const { pulls, atMs } = await readFromLine(async (redis) => ({
      atMs: await redisTimeMs(redis),
      pulls: await readPulls(redis, context.customer.wireId),
    }));
    const now = { currentVersion: latest?.version ?? 0, atMs };
    return pulls.map((pull) => toConnectorView(pull, apiKeys, now));
  },
);
