import { db } from "@/lib/db/client";

/** What waits to be sent to endpoints that are on, of all customers: how many messages, and how old the first of them is. */
export async function readWebhookBacklog(): Promise<{
  readonly messages: number;
  readonly lagSeconds: number;
}> {
  const [row] = await db().$queryRaw<{ messages: number; lagSeconds: number }[]>`
    SELECT count(*)::int AS "messages",
      coalesce(extract(epoch FROM now() AT TIME ZONE 'UTC' - min(delivery."createdAt")), 0)::float8 AS "lagSeconds"
    FROM "WebhookDelivery" AS delivery
    JOIN "WebhookEndpoint" AS endpoint ON endpoint."id" = delivery."endpointId"
    WHERE delivery."state" = 'pending' AND endpoint."isOn"`;
  return { messages: row?.messages ?? 0, lagSeconds: Math.max(0, row?.lagSeconds ?? 0) };
}
