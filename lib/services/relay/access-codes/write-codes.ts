import { db } from "@/lib/db/client";
import type { AccessCode, Prisma } from "@/lib/db/generated/client";
import {
  type LaneOfCode,
  noteBatchVersion,
  publishCodes,
  readBatchVersions,
  readCodes,
} from "@/lib/line/commands/access-codes";
import type { EventRef } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { storeUses } from "./store-uses";

const BATCH = 5_000;

/**
 * Writes the codes of a batch to Redis, those that are revoked first, and stores uses that only Redis knows. Neither
 * side forgets a use or a revocation, so that it may be repeated.
 */
export async function writeAccessCodesToRedis(redis: Redis, batchId: string): Promise<void> {
  for (const batch of await findBatches({ id: batchId })) await writeBatch(redis, batch);
}

/** Writes the batches of an event that Redis does not have as they are; answers how many those were. */
export async function writeMissingAccessCodes(redis: Redis, eventId: string): Promise<number> {
  const batches = await findBatches({ eventId });
  const [first] = batches;
  if (first === undefined) return 0;
  const versions = await readBatchVersions(redis, refOf(first), batches.map(toTold));
  const missing = batches.filter(({ version }, index) => versions[index] !== version);
  for (const batch of missing) await writeBatch(redis, batch);
  return missing.length;
}

/** Tells Redis again which codes of an event were used since, in case it has forgotten. */
export async function restoreCodeUses(
  redis: Redis,
  eventId: string,
  sinceMs: number,
): Promise<void> {
  const where = { lastUsedAt: { gte: new Date(sinceMs) } };
  for (const batch of await findBatches({ eventId, codes: { some: where } })) {
    await writeCodes(redis, batch, where);
  }
}

type Batch = Awaited<ReturnType<typeof findBatches>>[number];

function findBatches(where: Prisma.AccessCodeBatchWhereInput) {
  return db().accessCodeBatch.findMany({
    where,
    include: { event: true, customer: { select: { wireId: true } } },
    orderBy: { id: "asc" },
  });
}

function refOf({ event, customer }: Batch): EventRef {
  return eventRef(event, customer);
}

async function writeBatch(redis: Redis, batch: Batch): Promise<void> {
  await writeCodes(redis, batch, { revokedAt: { not: null } });
  await writeCodes(redis, batch, { revokedAt: null });
  // Last: whoever finds it finds all codes.
  await noteBatchVersion(redis, refOf(batch), toTold(batch));
}

function toTold({ id, lane, version, validFrom, validUntil }: Batch) {
  // A changed batch may have had one: only a version that knows windows can tell the line that it is gone.
  const mayHaveWindow = version > 1 || validFrom !== null || validUntil !== null;
  return { id, lane, version, mayHaveWindow };
}

function laneOf({ event, lane: key }: Batch): LaneOfCode | null {
  if (key === null) return null;
  return {
    key,
    index: settingsOf(event, "lanes").lanes.lanes.findIndex((lane) => lane.key === key),
  };
}

async function writeCodes(
  redis: Redis,
  batch: Batch,
  where: Prisma.AccessCodeWhereInput,
): Promise<void> {
  const lane = laneOf(batch);
  const ref = refOf(batch);
  for (let after = ""; ; ) {
    const codes = await db().accessCode.findMany({
      where: { ...where, batchId: batch.id, hash: { gt: after } },
      orderBy: { hash: "asc" },
      take: BATCH,
    });
    const last = codes.at(-1);
    if (last === undefined) return;
    after = last.hash;
    const held = await readCodes(
      redis,
      ref,
      codes.map(({ hash }) => hash),
    );
    const published = codes.map((code) => toPublished(code, batch, lane));
    await publishCodes(redis, ref, published);
    const stored = new Map(published.map((code) => [code.id, code]));
    // Such as those that a version before this one counted in Redis alone.
    const unknown = held.filter(({ id, left, refused, usedAtMs }) => {
      const code = stored.get(id);
      return (
        code !== undefined &&
        (left < code.uses || refused > code.refused || usedAtMs > code.usedAtMs)
      );
    });
    await storeUses(batch.eventId, unknown);
  }
}

function toPublished(code: AccessCode, batch: Batch, lane: LaneOfCode | null) {
  const { uses, version, validFrom, validUntil } = batch;
  return {
    id: code.hash,
    uses: Math.max(0, uses + code.returned - code.used),
    returned: code.returned,
    lane,
    isRevoked: code.revokedAt !== null,
    refused: code.refused,
    usedAtMs: code.lastUsedAt?.getTime() ?? 0,
    window: {
      version,
      fromMs: validFrom?.getTime() ?? 0,
      untilMs: validUntil?.getTime() ?? 0,
    },
  };
}
