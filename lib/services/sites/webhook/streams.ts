import { randomUUID } from "node:crypto";
import { db } from "@/lib/db/client";
import type { DomainEvent } from "@/lib/db/generated/client";

/** So soon another worker goes on where one has died. Who lives renews its leases three times as often. */
const LEASE_SECONDS = 9;
export const RENEW_EVERY_MS = 3_000;
/** Requests to one endpoint at the same time, and to one that fails. */
const AT_ONCE = { well: 8, failing: 1 } as const;

/** The stream of tests: they overtake whatever an endpoint does not take, and are sent while it is off. */
export const TEST_KEY = "~test";

/** A stream that this process may send, and nobody else until the lease is over. */
export type ClaimedStream = {
  readonly endpointId: string;
  readonly key: string;
  readonly leaseId: string;
};

/** Claims up to so many streams with something to send, those that wait longest first, a few of each endpoint. */
export async function claimStreams(most: number): Promise<readonly ClaimedStream[]> {
  const leaseId = randomUUID();
  return db().$queryRaw<ClaimedStream[]>`
    WITH clock AS (SELECT now() AT TIME ZONE 'UTC' AS moment),
    known AS (
      SELECT stream."endpointId", stream."key", stream."nextAttemptAt",
        COALESCE(stream."leasedUntil" > moment, false) AS "isLeased",
        CASE WHEN endpoint."failingSince" IS NULL THEN ${AT_ONCE.well}::int ELSE ${AT_ONCE.failing}::int END AS most
      FROM clock, "WebhookStream" AS stream
      JOIN "WebhookEndpoint" AS endpoint ON endpoint."id" = stream."endpointId"
      WHERE (stream."nextAttemptAt" <= moment OR stream."leasedUntil" > moment)
        AND (endpoint."isOn" OR stream."key" = ${TEST_KEY})
    ),
    placed AS (
      SELECT *, row_number() OVER (PARTITION BY "endpointId" ORDER BY "isLeased" DESC, "key" = ${TEST_KEY} DESC, "nextAttemptAt", "key") AS place
      FROM known
    )
    UPDATE "WebhookStream" AS stream
    SET "leaseId" = ${leaseId}, "leasedUntil" = moment + make_interval(secs => ${LEASE_SECONDS})
    FROM clock, (
      SELECT "endpointId", "key" FROM placed
      WHERE NOT "isLeased" AND (place <= most OR "key" = ${TEST_KEY})
      ORDER BY "nextAttemptAt" LIMIT ${most}
    ) AS due
    WHERE stream."endpointId" = due."endpointId" AND stream."key" = due."key"
      AND COALESCE(stream."leasedUntil" <= moment, true)
    RETURNING stream."endpointId", stream."key", stream."leaseId"`;
}

/** Keeps streams for longer, but for those that somebody else may have taken by now. */
export async function renewLeases(streams: readonly ClaimedStream[]): Promise<void> {
  const leaseIds = [...new Set(streams.map(({ leaseId }) => leaseId))];
  await db().$executeRaw`
    UPDATE "WebhookStream"
    SET "leasedUntil" = now() AT TIME ZONE 'UTC' + make_interval(secs => ${LEASE_SECONDS})
    WHERE "leaseId" = ANY(${leaseIds}) AND "leasedUntil" > now() AT TIME ZONE 'UTC'`;
}

/** The next delivery of a stream: its domain event, and what it takes to send it. */
export type NextDelivery = DomainEvent & {
  readonly deliveryId: bigint;
  readonly failures: number;
  readonly firstAttemptAt: Date | null;
  readonly failingSince: Date | null;
  readonly url: string;
  readonly sealed: string;
  /** Null once its time is over. */
  readonly sealedBefore: string | null;
  readonly wireId: string;
};

/** Null when there is nothing to send, when the endpoint was turned off, or when somebody else has the stream by now. */
export async function nextDelivery({
  endpointId,
  key,
  leaseId,
}: ClaimedStream): Promise<NextDelivery | null> {
  const [next = null] = await db().$queryRaw<NextDelivery[]>`
    SELECT happened.*, delivery."id" AS "deliveryId", stream."failures",
      (SELECT min("at") FROM "WebhookAttempt" WHERE "deliveryId" = delivery."id") AS "firstAttemptAt",
      endpoint."failingSince", endpoint."url", endpoint."sealed",
      CASE WHEN endpoint."beforeUntil" > now() AT TIME ZONE 'UTC' THEN endpoint."sealedBefore" END AS "sealedBefore",
      customer."wireId"
    FROM "WebhookStream" AS stream
    JOIN "WebhookEndpoint" AS endpoint ON endpoint."id" = stream."endpointId"
    JOIN "Customer" AS customer ON customer."id" = endpoint."customerId"
    CROSS JOIN LATERAL (
      SELECT "id", "domainEventSeq" FROM "WebhookDelivery"
      WHERE "endpointId" = stream."endpointId" AND "key" = stream."key" AND "state" = 'pending'
      ORDER BY "id" LIMIT 1
    ) AS delivery
    JOIN "DomainEvent" AS happened ON happened."seq" = delivery."domainEventSeq"
    WHERE stream."endpointId" = ${endpointId} AND stream."key" = ${key} AND stream."leaseId" = ${leaseId}
      AND stream."leasedUntil" > now() AT TIME ZONE 'UTC'
      AND (endpoint."isOn" OR stream."key" = ${TEST_KEY})`;
  return next;
}

/** Gives a stream back: it is due again when it was, if something is left to send, or gone. */
export async function releaseStream({ endpointId, key, leaseId }: ClaimedStream): Promise<void> {
  await db().$transaction(async (tx) => {
    const stream = { endpointId, key };
    const held = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "WebhookStream"
      WHERE "endpointId" = ${endpointId} AND "key" = ${key} AND "leaseId" = ${leaseId} FOR UPDATE`;
    if (held.length === 0) return;
    // A statement of its own, which sees what was added until the row was held.
    const left = await tx.webhookDelivery.findFirst({
      where: { ...stream, state: "pending" },
      select: { id: true },
    });
    if (left === null) await tx.webhookStream.deleteMany({ where: stream });
    else {
      const data = { leaseId: null, leasedUntil: null };
      await tx.webhookStream.updateMany({ where: stream, data });
    }
  });
}

/** An attempt that was made, and what follows from it. */
export type Attempt = {
  readonly at: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly problem: string | null;
  readonly answer: string | null;
};

/**
 * Notes in one statement that a delivery has arrived or is given up, so that the stream goes on with the next. False where
 * somebody else has the stream by now.
 */
export async function noteEnded(
  { endpointId, key, leaseId }: ClaimedStream,
  deliveryId: bigint,
  { attempt, state }: { readonly attempt: Attempt; readonly state: "delivered" | "failed" },
): Promise<boolean> {
  const { at, durationMs, status, problem, answer } = attempt;
  const rows = await db().$queryRaw<unknown[]>`
    WITH attempt AS (
      INSERT INTO "WebhookAttempt" ("deliveryId", "at", "durationMs", "status", "problem", "answer")
      VALUES (${deliveryId}, ${at}::timestamp, ${durationMs}, ${status}::int, ${problem}::text, ${answer}::text)
    ), delivery AS (
      UPDATE "WebhookDelivery"
      SET "state" = ${state}::"WebhookDeliveryState", "endedAt" = now() AT TIME ZONE 'UTC'
      WHERE "id" = ${deliveryId} AND (${state} = 'delivered' OR "state" = 'pending')
    ), endpoint AS (
      UPDATE "WebhookEndpoint" SET "failingSince" = NULL
      WHERE "id" = ${endpointId} AND "failingSince" IS NOT NULL AND ${state} = 'delivered'
    )
    UPDATE "WebhookStream" SET "failures" = 0, "nextAttemptAt" = now() AT TIME ZONE 'UTC'
    WHERE "endpointId" = ${endpointId} AND "key" = ${key} AND "leaseId" = ${leaseId} RETURNING 1`;
  return rows.length > 0;
}

/** Notes that an attempt has failed, and when the next is made. */
export async function noteFailed(
  { endpointId, key, leaseId }: ClaimedStream,
  deliveryId: bigint,
  { attempt, delayMs }: { readonly attempt: Attempt; readonly delayMs: number },
): Promise<void> {
  await db().$transaction(async (tx) => {
    await tx.webhookAttempt.create({ data: { deliveryId, ...attempt } });
    await tx.$executeRaw`
      UPDATE "WebhookStream"
      SET "failures" = "failures" + 1,
        "nextAttemptAt" = now() AT TIME ZONE 'UTC' + make_interval(secs => ${delayMs / 1_000})
      WHERE "endpointId" = ${endpointId} AND "key" = ${key} AND "leaseId" = ${leaseId}`;
    const where = { id: endpointId, failingSince: null };
    await tx.webhookEndpoint.updateMany({ where, data: { failingSince: attempt.at } });
  });
}
