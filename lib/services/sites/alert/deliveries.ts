import { randomUUID } from "node:crypto";
import { db } from "@/lib/db/client";
import type { AlertChannel, AlertDelivery } from "@/lib/db/generated/client";

/** So soon another worker goes on where one has died. Who lives renews its leases three times as often. */
const LEASE_SECONDS = 9;
/** Requests to one channel at the same time. */
const AT_ONCE = 2;

/** A notice that this process may send, and nobody else until the lease is over. */
export type ClaimedNotice = { readonly id: bigint; readonly leaseId: string };

/** Claims up to so many notices that are due, those that wait longest first, a few of each channel, and in order for each alert. */
export async function claimNotices(most: number): Promise<readonly ClaimedNotice[]> {
  const leaseId = randomUUID();
  return db().$queryRaw<ClaimedNotice[]>`
    WITH clock AS (SELECT now() AT TIME ZONE 'UTC' AS moment),
    known AS (
      SELECT delivery."id", delivery."channelId", delivery."nextAttemptAt", delivery."isTest",
        COALESCE(delivery."leasedUntil" > moment, false) AS "isLeased"
      FROM clock, "AlertDelivery" AS delivery
      WHERE delivery."state" = 'pending'
        AND (delivery."nextAttemptAt" <= moment OR delivery."leasedUntil" > moment)
        AND NOT EXISTS (
          SELECT 1 FROM "AlertDelivery" AS earlier
          WHERE earlier."channelId" = delivery."channelId" AND earlier."key" = delivery."key"
            AND (earlier."address" IS NULL OR earlier."address" = delivery."address")
            AND earlier."state" = 'pending' AND earlier."id" < delivery."id"
        )
    ),
    placed AS (
      SELECT *, row_number() OVER (PARTITION BY "channelId" ORDER BY "isLeased" DESC, "isTest" DESC, "nextAttemptAt", "id") AS place
      FROM known
    )
    UPDATE "AlertDelivery" AS delivery
    SET "leaseId" = ${leaseId}, "leasedUntil" = moment + make_interval(secs => ${LEASE_SECONDS})
    FROM clock, (
      SELECT "id" FROM placed WHERE NOT "isLeased" AND place <= ${AT_ONCE}::int
      ORDER BY "nextAttemptAt" LIMIT ${most}
    ) AS due
    WHERE delivery."id" = due."id" AND COALESCE(delivery."leasedUntil" <= moment, true)
    RETURNING delivery."id", delivery."leaseId"`;
}

/** Keeps notices for longer, but for those that somebody else may have taken by now. */
export async function renewNotices(claimed: readonly ClaimedNotice[]): Promise<void> {
  const leaseIds = [...new Set(claimed.map(({ leaseId }) => leaseId))];
  const ids = claimed.map(({ id }) => String(id));
  await db().$executeRaw`
    UPDATE "AlertDelivery"
    SET "leasedUntil" = now() AT TIME ZONE 'UTC' + make_interval(secs => ${LEASE_SECONDS})
    WHERE "id" = ANY(${ids}::text[]::bigint[]) AND "leaseId" = ANY(${leaseIds})
      AND "leasedUntil" > now() AT TIME ZONE 'UTC'`;
}

export type NoticeToSend = AlertDelivery & {
  readonly channel: AlertChannel & {
    readonly customer: { readonly id: string; readonly wireId: string };
  };
};

/** A notice with its channel; null where it was deleted, or somebody else has it by now. */
export async function readNotice({ id, leaseId }: ClaimedNotice): Promise<NoticeToSend | null> {
  return db().alertDelivery.findFirst({
    where: { id, leaseId, state: "pending" },
    include: { channel: { include: { customer: { select: { id: true, wireId: true } } } } },
  });
}

/** Makes a notice for each address out of one for all of them; nothing where somebody else has it by now. */
export async function splitNotice(
  { id, leaseId }: ClaimedNotice,
  addresses: readonly string[],
): Promise<void> {
  await db().$executeRaw`
    WITH whole AS (
      DELETE FROM "AlertDelivery" WHERE "id" = ${id} AND "leaseId" = ${leaseId} RETURNING *
    )
    INSERT INTO "AlertDelivery" ("channelId", "address", "key", "notice", "isTest", "createdAt", "nextAttemptAt")
    SELECT "channelId", one.address, "key", "notice", "isTest", "createdAt", now() AT TIME ZONE 'UTC'
    FROM whole, unnest(${addresses}::text[]) AS one(address)`;
}

/** Forgets a notice to an address that no longer belongs to its channel. */
export async function dropNotice({ id, leaseId }: ClaimedNotice): Promise<void> {
  await db().alertDelivery.deleteMany({ where: { id, leaseId } });
}

/** Notes that a notice has arrived, or why it never will; nothing where somebody else has it by now. */
export async function noteNoticeEnded(
  { id, leaseId }: ClaimedNotice,
  problem: string | null,
): Promise<void> {
  const state = problem === null ? "delivered" : "failed";
  await db().alertDelivery.updateMany({
    where: { id, leaseId },
    data: { state, problem, endedAt: new Date(), leaseId: null, leasedUntil: null },
  });
}

/** Notes that an attempt has failed and when the next is made, and gives the notice back. */
export async function noteNoticeFailed(
  { id, leaseId }: ClaimedNotice,
  { problem, delayMs }: { readonly problem: string; readonly delayMs: number },
): Promise<void> {
  await db().$executeRaw`
    UPDATE "AlertDelivery"
    SET "failures" = "failures" + 1, "problem" = ${problem}, "leaseId" = NULL, "leasedUntil" = NULL,
      "nextAttemptAt" = now() AT TIME ZONE 'UTC' + make_interval(secs => ${delayMs / 1_000})
    WHERE "id" = ${id} AND "leaseId" = ${leaseId}`;
}
