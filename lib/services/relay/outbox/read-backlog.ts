import { db } from "@/lib/db/client";

/** What is not in Redis yet: how many changes, and how old the first of them is. */
export async function readBacklog(): Promise<{
  readonly entries: number;
  readonly lagSeconds: number;
}> {
  // By the clock of Postgres, which wrote when each was made.
  const [row] = await db().$queryRaw<{ entries: number; lagSeconds: number }[]>`
    SELECT count(*)::int AS "entries",
      coalesce(extract(epoch FROM now() - min("createdAt")), 0)::float8 AS "lagSeconds"
    FROM "OutboxEntry" WHERE "relayedAt" IS NULL`;
  return { entries: row?.entries ?? 0, lagSeconds: Math.max(0, row?.lagSeconds ?? 0) };
}
