import { createHash } from "node:crypto";
import { db } from "@/lib/db/client";
import { ServiceError } from "./errors";

export type ThrottleLimit = {
  /** What is limited and for whom, e.g. `["sign-in", email, network]`. Stored only as a hash. */
  readonly key: readonly string[];
  /** So many tries are free. */
  readonly triesMax: number;
  readonly windowSeconds: number;
  /**
   * How long the next try has to wait after the free ones, and twice as long after each further one, up to
   * an hour; then the window begins anew with each try. Without it, until the window has passed.
   */
  readonly delaySeconds?: number;
};

const DELAY_SECONDS_MAX = 60 * 60;

const COUNTED: unique symbol = Symbol("counted");

/**
 * Shows that a try was counted against a limit. Hashing a password costs so much that nobody may have
 * it done without one: `hashPassword` and `isPassword` ask for it.
 */
export type CountedTry = { readonly [COUNTED]: true };

/** A limit was passed; `limit` says which. */
export class TooManyTries extends ServiceError {
  readonly limit: ThrottleLimit;

  constructor(limit: ThrottleLimit, leftSeconds: number) {
    const minutes = Math.max(1, Math.ceil(leftSeconds / 60));
    const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
    super("limit_exceeded", `Too many attempts. Try again in ${wait}.`);
    this.limit = limit;
  }
}

/**
 * Counts one try against the limits in turn, before anything is tried, so that simultaneous tries count
 * too. Throws `TooManyTries` at the first limit that is passed; those after it do not count the try, and
 * neither does that one. Works across processes.
 */
export async function takeTry(limits: readonly ThrottleLimit[]): Promise<CountedTry> {
  for (const limit of limits) {
    const leftSeconds = await countTry(limit);
    if (leftSeconds !== null) throw new TooManyTries(limit, leftSeconds);
  }
  await dropExpired();
  // None of them is left to refuse it.
  return withoutLimit();
}

/** For who runs the server and asks on its own machine. */
export function withoutLimit(): CountedTry {
  return { [COUNTED]: true };
}

/** Forgets the tries after a success. */
export async function forgetTries(keys: readonly (readonly string[])[]): Promise<void> {
  await db().throttle.deleteMany({ where: { key: { in: keys.map(hashKey) } } });
}

/** Takes back the one try that was a success; those of others stay counted. */
export async function takeBackTry(key: readonly string[]): Promise<void> {
  await db().throttle.updateMany({
    where: { key: hashKey(key), tries: { gt: 0 } },
    data: { tries: { decrement: 1 }, blockedUntil: null },
  });
}

/** Counts a try and answers null, or answers for how many seconds none is taken. */
async function countTry(limit: ThrottleLimit): Promise<number | null> {
  const key = hashKey(limit.key);
  const { triesMax, windowSeconds, delaySeconds = null } = limit;
  // The columns hold UTC without a zone, whatever zone the server is set to.
  const counted = await db().$executeRaw`
    WITH clock AS (
      SELECT now() AT TIME ZONE 'UTC' AS at,
             (now() AT TIME ZONE 'UTC') + make_interval(secs => ${windowSeconds}::float8) AS until
    )
    INSERT INTO "Throttle" AS t ("key", "tries", "blockedUntil", "expiresAt")
    SELECT ${key}, 1,
      CASE WHEN ${triesMax}::int > 1 THEN NULL
           ELSE coalesce(at + make_interval(secs => ${delaySeconds}::float8), until) END,
      until FROM clock
    ON CONFLICT ("key") DO UPDATE SET
      "tries" = CASE WHEN t."expiresAt" <= now() AT TIME ZONE 'UTC' THEN 1 ELSE t."tries" + 1 END,
      "expiresAt" = CASE WHEN t."expiresAt" <= now() AT TIME ZONE 'UTC' OR ${delaySeconds}::float8 IS NOT NULL
                         THEN excluded."expiresAt" ELSE t."expiresAt" END,
      "blockedUntil" = CASE
        WHEN t."expiresAt" <= now() AT TIME ZONE 'UTC' THEN excluded."blockedUntil"
        WHEN t."tries" + 1 < ${triesMax}::int THEN NULL
        WHEN ${delaySeconds}::float8 IS NULL THEN t."expiresAt"
        ELSE (now() AT TIME ZONE 'UTC') + make_interval(secs => least(
          ${DELAY_SECONDS_MAX}::float8,
          ${delaySeconds}::float8 * power(2::float8, least(20, t."tries" + 1 - ${triesMax}::int))))
      END
    WHERE t."expiresAt" <= now() AT TIME ZONE 'UTC' OR t."blockedUntil" IS NULL
      OR t."blockedUntil" <= now() AT TIME ZONE 'UTC'`;
  return counted === 1 ? null : secondsLeft(key);
}

async function secondsLeft(key: string): Promise<number> {
  const row = await db().throttle.findUnique({ where: { key } });
  return ((row?.blockedUntil?.getTime() ?? 0) - Date.now()) / 1_000;
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
