import { db } from "@/lib/db/client";
import { createDrawnNumbers } from "@/lib/domain/draw/renumber";
import { readDecidedDraw } from "@/lib/line/commands/decided-draw";
import { readSpent } from "@/lib/line/commands/notices";
import type { DrawnRun } from "@/lib/line/commands/run-draw";
import type { Redis } from "@/lib/line/redis-client";
import { drawHash } from "@/lib/secrets/draw-hash";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { Attempts } from "@/lib/services/ground/attempts";
import { settingsOf } from "@/lib/services/ground/setting-columns";

const BATCH = 1_000;
/** Longer than sending may take. */
const UNUSED_AFTER_MS = 300_000;
/** A link to confirm an address is valid for so long. */
export const CONFIRM_MS = 3_600_000;

/**
 * Deletes notices that nobody needs any more: those of runs that are over, of places that were let in or given back, and of
 * addresses that were not confirmed; and addresses that were used. Gives places of a draw their new numbers; whoever was dropped will not be called.
 */
export async function sweepNotices(redis: Redis, now = new Date()): Promise<void> {
  await deleteOld(now);
  const runs = await db().notice.groupBy({ by: ["runId"], where: { turnSentAt: null } });
  const attempts = new Attempts();
  for (const { runId } of runs) await attempts.try(() => sweepRun(redis, runId));
  attempts.end((failed) => `The notices of ${failed} runs were not looked through.`);
}

async function deleteOld(now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db().$executeRaw`
    DELETE FROM "Notice" USING "Run" AS run, "Event" AS event
    WHERE run."id" = "Notice"."runId" AND event."id" = run."eventId"
      AND (run."endedAt" IS NOT NULL OR run."number" <> event."currentRun")`;
  await db().notice.deleteMany({
    where: { confirmedAt: null, createdAt: { lt: before(CONFIRM_MS) } },
  });
  // A worker that was killed while it sent one.
  await db().notice.updateMany({
    where: { turnSentAt: { lt: before(UNUSED_AFTER_MS) }, sealed: { not: null } },
    data: USED,
  });
}

/** What a notice keeps once it was used: that this place was told. */
export const USED = { sealed: null, addressHash: null, confirmedHash: null } as const;

async function sweepRun(redis: Redis, runId: string): Promise<void> {
  const run = await db().run.findUnique({
    where: { id: runId },
    include: { event: { include: { customer: { select: { wireId: true } } } } },
  });
  if (run === null) return;
  const { event, number } = run;
  const line = { ...eventRef(event, event.customer), runId: number };
  if (settingsOf(event, "draw").draw !== null) await renumber(redis, { ...line, id: runId });
  let after = "";
  for (;;) {
    const rows = await db().notice.findMany({
      where: { runId, turnSentAt: null, id: { gt: after } },
      select: { id: true, lane: true, number: true },
      orderBy: { id: "asc" },
      take: BATCH,
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const held = rows.map((row) => ({ ...row, number: Number(row.number) }));
    const spent = await readSpent(redis, line, held);
    const gone = rows.filter((_, index) => spent[index] === true).map(({ id }) => id);
    if (gone.length > 0) await db().notice.deleteMany({ where: { id: { in: gone } } });
  }
}

async function renumber(redis: Redis, run: DrawnRun & { readonly id: string }): Promise<void> {
  const where = { runId: run.id, drawn: false };
  const rows = await db().notice.findMany({
    where,
    select: { id: true, lane: true, number: true },
  });
  if (rows.length === 0) return;
  const decided = await readDecidedDraw(redis, run);
  if (decided === null) return;
  const drawn = createDrawnNumbers(decided, drawHash);
  for (const { id, lane, number } of rows) {
    const isMember = lane === 0 && number >= 1n && number <= drawn.lastIndex;
    const after = isMember ? drawn.numberOf(Number(number)) : Number(number);
    if (after === null) {
      await db().notice.deleteMany({ where: { id } });
      continue;
    }
    await db().notice.updateMany({
      where: { id, drawn: false },
      data: { number: BigInt(after), drawn: true },
    });
  }
}
