import { withAdvisoryLock } from "@/lib/db/advisory-lock";
import { db, type Tx } from "@/lib/db/client";
import type { AskedNotice } from "@/lib/domain/notice/asked";
import { dropNoticeWishes, type NoticeEntry, readNoticeWishes } from "@/lib/line/commands/notices";
import type { Redis } from "@/lib/line/redis-client";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { noticeContext, noticeEntryContext } from "@/lib/secrets/notice-link";
import { seal, unseal } from "@/lib/secrets/seal";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";

const BATCH = 200;
const BATCHES_MAX = 50;

export type NoticesDrained = {
  /** Of runs that are over, or sealed with a key that is not set. */
  readonly dropped: number;
};

/**
 * Stores what visitors of an event have asked about notices, in their order, and then lets Redis forget it. One worker at
 * a time; what is repeated after a crash changes nothing.
 */
export async function drainNotices(redis: Redis, event: DrainedEvent): Promise<NoticesDrained> {
  const ref = eventRef(event, event.customer);
  let dropped = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    // Most events have none: they need no lock.
    if ((await readNoticeWishes(redis, ref, 1)).length === 0) break;
    dropped += await withAdvisoryLock(`notices:${event.id}`, async () => {
      const entries = await readNoticeWishes(redis, ref, BATCH);
      let lost = 0;
      for (const entry of entries) if (!(await applyWish(event, entry))) lost += 1;
      await dropNoticeWishes(redis, ref, entries);
      return lost;
    });
  }
  return { dropped };
}

/** False where nothing can come of it. */
async function applyWish(event: DrainedEvent, entry: NoticeEntry): Promise<boolean> {
  switch (entry.wish) {
    case "ask":
      return storeAsked(event, entry);
    case "confirm":
      await db().$transaction((tx) => confirm(tx, entry.noticeId));
      return true;
    case "stop":
      await db().notice.deleteMany({ where: { id: entry.noticeId } });
      return true;
  }
}

async function storeAsked(event: DrainedEvent, entry: NoticeEntry): Promise<boolean> {
  const asked = openAsked(event, entry);
  if (asked === null) return false;
  const run = await db().run.findFirst({
    where: { eventId: event.id, number: asked.runId, endedAt: null },
    select: { id: true },
  });
  if (run === null) return false;
  await db().$transaction((tx) => store(tx, { id: entry.noticeId, runId: run.id, asked }));
  return true;
}

type Stored = { readonly id: string; readonly runId: string; readonly asked: AskedNotice };

/** A place has one notice of a kind: another address replaces the one before, unless that was used. */
async function store(tx: Tx, { id, runId, asked }: Stored): Promise<void> {
  const { queueId, kind, address, addressHash, lane, drawn, language, roomUrl } = asked;
  const held = await tx.notice.findUnique({
    where: { runId_queueId_kind: { runId, queueId, kind } },
  });
  if (held !== null) {
    const isSame = held.addressHash === addressHash && held.confirmedAt !== null;
    if (held.id === id || held.turnSentAt !== null || isSame) return;
    await tx.notice.delete({ where: { id: held.id } });
  }
  const [master] = masterKeysFromEnvironment();
  const sealed = seal(master, noticeContext(id), address);
  const number = BigInt(asked.number);
  const common = { runId, lane, number, drawn, queueId, kind, language, roomUrl };
  await tx.notice.create({ data: { id, ...common, sealed, addressHash } });
  // The browser has shown its person's consent; for an address that takes a link.
  if (kind === "push") await confirm(tx, id);
}

/**
 * From now on the notice counts. Another place of the same address in the run has none any more: whoever reads the mail
 * of an address decides for which place it is used, and a stranger cannot take it away.
 */
async function confirm(tx: Tx, id: string): Promise<void> {
  const notice = await tx.notice.findUnique({ where: { id } });
  if (notice === null || notice.confirmedAt !== null) return;
  const { runId, addressHash: confirmedHash } = notice;
  await tx.notice.deleteMany({ where: { runId, confirmedHash, NOT: { id } } });
  await tx.notice.update({
    where: { id },
    data: { confirmedAt: new Date(), confirmedHash, attempts: 0, nextAttemptAt: new Date() },
  });
}

function openAsked(event: DrainedEvent, { noticeId, sealed }: NoticeEntry): AskedNotice | null {
  const ref = eventRef(event, event.customer);
  try {
    const context = noticeEntryContext(ref, noticeId);
    // Sealed by a waiting room, which wrote exactly this.
    return JSON.parse(unseal(masterKeysFromEnvironment(), context, sealed)) as AskedNotice;
  } catch {
    return null;
  }
}
