import { createHash } from "node:crypto";
import { db } from "@/lib/db/client";
import { ServiceError } from "@/lib/services/errors";

export type ThrottleLimit = {
  /** What is limited and for whom, e.g. `["sign-in", email, address]`. Stored only as a hash. */
  readonly key: readonly string[];
  readonly triesMax: number;
  readonly windowSeconds: number;
};

/**
 * Counts one try against every limit, before anything is tried, so that simultaneous tries count too.
 * Throws `limit_exceeded` when a limit is passed. Works across processes.
 */
export async function takeTry(limits: readonly ThrottleLimit[]): Promise<void> {
  const tries = await Promise.all(limits.map(countTry));
  await dropExpired();
  const waits = limits.flatMap((limit, index) => {
    const counted = tries[index];
    return counted === undefined || counted.tries <= limit.triesMax ? [] : [counted.leftSeconds];
  });
  if (waits.length === 0) return;
  const minutes = Math.ceil(Math.max(...waits) / 60);
  throw new ServiceError(
    "limit_exceeded",
    `Too many attempts. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
  );
}

/** Forgets the tries after a success. */
export async function forgetTries(keys: readonly (readonly string[])[]): Promise<void> {
  await db().throttle.deleteMany({ where: { key: { in: keys.map(hashKey) } } });
}

async function countTry(limit: ThrottleLimit): Promise<{ tries: number; leftSeconds: number }> {
  const key = hashKey(limit.key);
  // The columns hold UTC without a zone, whatever zone the server is set to.
  const [row] = await db().$queryRaw<{ tries: number; leftSeconds: number }[]>`
    WITH clock AS (
      SELECT (now() AT TIME ZONE 'UTC') + make_interval(secs => ${limit.windowSeconds}::float8) AS until
    )
    INSERT INTO "Throttle" AS t ("key", "tries", "expiresAt")
    SELECT ${key}, 1, clock.until FROM clock
    ON CONFLICT ("key") DO UPDATE SET
      "tries" = CASE WHEN t."expiresAt" <= now() AT TIME ZONE 'UTC' THEN 1 ELSE t."tries" + 1 END,
      "expiresAt" = CASE WHEN t."expiresAt" <= now() AT TIME ZONE 'UTC'
                         THEN excluded."expiresAt" ELSE t."expiresAt" END
    RETURNING "tries",
              extract(epoch FROM "expiresAt" - (now() AT TIME ZONE 'UTC'))::float8 AS "leftSeconds"`;
  if (row === undefined) throw new Error("Counting a try returned nothing.");
  return row;
}

function hashKey(key: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(key)).digest("base64url");
}

/** Deletes some counts that no limit needs any more, without waiting for rows that others have locked. */
async function dropExpired(): Promise<void> {
  await db().$executeRaw`
    DELETE FROM "Throttle" WHERE "key" IN (
      SELECT "key" FROM "Throttle" WHERE "expiresAt" <= now() AT TIME ZONE 'UTC'
      LIMIT 100 FOR UPDATE SKIP LOCKED
    )`;
}
