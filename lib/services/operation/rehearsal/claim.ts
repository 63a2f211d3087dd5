import { takeAdvisoryLock } from "@/lib/db/advisory-lock";
import { db } from "@/lib/db/client";
import type { Rehearsal } from "@/lib/db/generated/client";

/** Whoever plays a rehearsal says so every second; after so long nobody does. */
const SILENT_MS = 15_000;
const ATTEMPTS_MAX = 2;

/** What is played by nobody any more: a what-if begins anew once, a live one is over. */
async function takeFromTheDead(nowMs: number): Promise<void> {
  const dead = { state: "running" as const, beatAt: { lt: new Date(nowMs - SILENT_MS) } };
  await db().rehearsal.updateMany({
    where: { ...dead, kind: "what_if", attempts: { lt: ATTEMPTS_MAX } },
    data: { state: "queued", progress: 0 },
  });
  await db().rehearsal.updateMany({
    where: dead,
    data: {
      state: "failed",
      endedAt: new Date(nowMs),
      problem: "The worker stopped during the run. Start it again.",
    },
  });
}

/**
 * Takes the rehearsal that has waited longest, for whoever asks; null where none waits, or others are at it. In an
 * installation one what-if and one live rehearsal are played at a time.
 */
export async function claimRehearsal(nowMs = Date.now()): Promise<Rehearsal | null> {
  if ((await db().rehearsal.count({ where: { state: { in: ["queued", "running"] } } })) === 0) {
    return null;
  }
  await takeFromTheDead(nowMs);
  return db().$transaction(async (tx) => {
    await takeAdvisoryLock(tx, "rehearsal:claim");
    await tx.rehearsal.updateMany({
      where: { state: "queued", stopAskedAt: { not: null } },
      data: { state: "stopped", endedAt: new Date(nowMs) },
    });
    const running = await tx.rehearsal.findMany({
      where: { state: "running" },
      select: { kind: true },
    });
    const next = await tx.rehearsal.findFirst({
      where: { state: "queued", kind: { notIn: running.map(({ kind }) => kind) } },
      orderBy: { createdAt: "asc" },
    });
    if (next === null) return null;
    const now = new Date(nowMs);
    return tx.rehearsal.update({
      where: { id: next.id },
      data: { state: "running", attempts: next.attempts + 1, startedAt: now, beatAt: now },
    });
  });
}
